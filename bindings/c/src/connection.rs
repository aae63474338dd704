//! Setters of a configuration for how a service is reached. It must not know what a setting does: the bridge's tables
//! judge.

use crate::abi::parlour_result;
use crate::border::accepted;
use crate::config::{parlour_config, set};
use crate::text::parlour_str;

/// Sets the proxy that calls go through: a URL, "env" for what the environment says, or "none".
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_set_proxy(
    config: Option<&mut parlour_config>,
    proxy: parlour_str,
) -> parlour_result {
    set(config, |settings| accepted(settings.set_text("proxy", proxy.text()?)))
}

/// Trusts the certificate authorities of a PEM bundle besides those of the system.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_add_ca_pem(
    config: Option<&mut parlour_config>,
    pem: parlour_str,
) -> parlour_result {
    set(config, |settings| accepted(settings.push_text("ca_pem", pem.text()?)))
}

/// Trusts the certificate authorities of PEM bundles given this way, and no others.
#[unsafe(no_mangle)]
pub extern "C" fn parlour_config_only_ca_pem(
    config: Option<&mut parlour_config>,
    pem: parlour_str,
) -> parlour_result {
    set(config, |settings| accepted(settings.push_text("only_ca_pem", pem.text()?)))
}
