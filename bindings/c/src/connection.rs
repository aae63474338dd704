//! Setters of a configuration for how a service is reached. The bridge's tables judge the values.

use std::mem::MaybeUninit;

use crate::abi::parlour_result;
use crate::config::{parlour_config, set};
use crate::error::parlour_error;
use crate::text::parlour_str;

/// Sets the proxy that calls go through: a URL (http, https, socks5, socks5h; it may contain a user name and a
/// password), "env" for the proxy that the environment names, or "none".
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_proxy(
    config: Option<&mut parlour_config>,
    proxy: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set_text("proxy", proxy.text("proxy")?)?))
}

/// Adds a host, a domain or a network such as 10.0.0.0/8 that the proxy set with parlour_config_set_proxy() is not for.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_add_no_proxy(
    config: Option<&mut parlour_config>,
    what: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.push_text("no_proxy", what.text("what")?)?))
}

/// Trusts the certificate authorities of a PEM bundle besides those of the system.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_add_ca_pem(
    config: Option<&mut parlour_config>,
    pem: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.push_text("ca_pem", pem.text("pem")?)?))
}

/// Trusts the certificate authorities of PEM bundles given this way, and no others.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_add_only_ca_pem(
    config: Option<&mut parlour_config>,
    pem: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.push_text("only_ca_pem", pem.text("pem")?)?))
}

/// Sets the certificate chain that the client shows of itself, and its private key, both as PEM.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_client_certificate_pem(
    config: Option<&mut parlour_config>,
    certificate: parlour_str,
    key: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| {
        let (certificate, key) = (certificate.text("certificate")?, key.text("key")?);
        Ok(settings.set_texts(&[("client_certificate_pem", certificate), ("client_key_pem", key)])?)
    })
}

/// Sets the oldest TLS version to speak: "1.2", the start, or "1.3".
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_min_tls_version(
    config: Option<&mut parlour_config>,
    version: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set_text("min_tls_version", version.text("version")?)?))
}

/// Uses an address in place of looking up a host; several for one host through parlour_config_set().
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_resolve(
    config: Option<&mut parlour_config>,
    host: parlour_str,
    address: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| {
        Ok(settings.set_entry_text("resolve", host.text("host")?, address.text("address")?)?)
    })
}

/// Sets the IP address that connections come from.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_local_address(
    config: Option<&mut parlour_config>,
    address: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set_text("local_address", address.text("address")?)?))
}

/// Sets the path of a unix socket that is connected to in place of the host.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_unix_socket(
    config: Option<&mut parlour_config>,
    path: parlour_str,
    err: Option<&mut MaybeUninit<*mut parlour_error>>,
) -> parlour_result {
    set(config, err, |settings| Ok(settings.set_text("unix_socket", path.text("path")?)?))
}
