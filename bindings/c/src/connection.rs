//! Setters of a configuration that take two values for the connection. The bridge's tables judge the values.

use std::mem::MaybeUninit;

use crate::abi::parlour_result;
use crate::config::{parlour_config, set};
use crate::error::parlour_error;
use crate::text::parlour_str;

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
