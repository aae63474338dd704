//! Tests of discovery in different environments, above all of the pairs of key and address that must never be combined.

use super::*;
use crate::secret::SecretError;
use proptest::prelude::*;

fn preset() -> &'static Preset {
    presets::default_preset()
}

fn find(vars: &[(&str, &str)]) -> Result<Discovered, ServiceError> {
    find_with(vars, &Explicit::default())
}

fn find_with(vars: &[(&str, &str)], explicit: &Explicit<'_>) -> Result<Discovered, ServiceError> {
    let env = |name: &str| vars.iter().find(|(n, _)| *n == name).map(|(_, v)| (*v).to_owned());
    discover_with(&env, explicit)
}

fn variable(found: &Discovered) -> Option<(&'static str, &str)> {
    found.credential.as_ref().map(|c| (c.variable, c.secret.expose()))
}

const GATE: &str = "https://gate.example/llm";

#[test]
fn nothing_configured_names_what_to_set() {
    let error = find(&[]).unwrap_err();
    assert_eq!(error, ServiceError::NoCredential);
    for name in [API_KEY, AUTH_TOKEN, BASE_URL, preset().env.api_key] {
        assert!(error.to_string().contains(name), "{error}");
    }
    assert_eq!(find(&[(BASE_URL, GATE)]).unwrap_err(), ServiceError::NoCredential);
    let error = find(&[(API_KEY, "k")]).unwrap_err();
    assert_eq!(error, ServiceError::NoBaseUrl);
    assert!(error.to_string().contains(BASE_URL) && error.to_string().contains(preset().vendor));
}

#[test]
fn our_own_variables_are_enough() {
    let found =
        find(&[(API_KEY, " k "), (BASE_URL, GATE), (VENDOR, "Acme"), (VERSION, "2030-01-01"), (LOG, "INFO")])
            .unwrap();
    assert_eq!(variable(&found), Some((API_KEY, "k")));
    assert_eq!((found.service.vendor(), found.service.base_url()), ("acme", GATE));
    assert_eq!(found.service.version_value(), "2030-01-01");
    assert_eq!((found.base_url_variable, found.log_level), (Some(BASE_URL), Some(LogLevel::Info)));

    let found = find(&[(AUTH_TOKEN, "t"), (BASE_URL, GATE)]).unwrap();
    let credential = found.credential.unwrap();
    assert_eq!((credential.kind, credential.variable), (CredentialKind::AuthToken, AUTH_TOKEN));
    assert_eq!(found.service.vendor(), preset().vendor);

    let found = find(&[(API_KEY, "k"), (AUTH_TOKEN, "t"), (BASE_URL, GATE)]).unwrap();
    assert_eq!(found.credential.unwrap().kind, CredentialKind::ApiKey);

    let found = find(&[(API_KEY, "k"), (VENDOR, preset().vendor)]).unwrap();
    assert_eq!((found.service.base_url(), found.base_url_variable), (preset().base_url, None));
}

#[test]
fn a_presets_variables_are_enough() {
    let p = preset();
    let found = find(&[(p.env.api_key, "k"), (p.env.log, "debug")]).unwrap();
    assert_eq!(variable(&found), Some((p.env.api_key, "k")));
    assert_eq!((found.service.vendor(), found.service.base_url()), (p.vendor, p.base_url));
    assert_eq!(found.log_level, Some(LogLevel::Debug));

    let found = find(&[(p.env.auth_token, "t"), (p.env.base_url, GATE)]).unwrap();
    assert_eq!(variable(&found), Some((p.env.auth_token, "t")));
    assert_eq!((found.service.base_url(), found.base_url_variable), (GATE, Some(p.env.base_url)));
    assert_eq!(found.service.vendor(), p.vendor);
}

#[test]
fn empty_values_count_as_unset() {
    let p = preset();
    let found =
        find(&[(API_KEY, ""), (AUTH_TOKEN, " \n"), (BASE_URL, ""), (VENDOR, ""), (p.env.api_key, "k")])
            .unwrap();
    assert_eq!(variable(&found), Some((p.env.api_key, "k")));
    assert_eq!(find(&[(p.env.api_key, ""), (p.env.auth_token, "")]).unwrap_err(), ServiceError::NoCredential);
    let found = find(&[(API_KEY, "k"), (BASE_URL, GATE), (CUSTOM_HEADERS, ""), (LOG, "")]).unwrap();
    assert!(found.headers.is_empty() && found.log_level.is_none());
}

#[test]
fn a_presets_key_never_goes_to_another_address() {
    let p = preset();
    for key in [p.env.api_key, p.env.auth_token] {
        for vendor in ["", p.vendor] {
            let error =
                find(&[(key, "hush"), (BASE_URL, "https://joe:pw@gate.example/?key=pw"), (VENDOR, vendor)])
                    .unwrap_err();
            let text = format!("{error} {error:?}");
            assert!(matches!(error, ServiceError::ForeignCredential { credential, .. } if credential == key));
            assert!(text.contains(API_KEY) && text.contains(key) && text.contains(p.env.base_url), "{text}");
            assert!(!text.contains("hush") && !text.contains("pw"), "{text}");
        }
        let explicit = Explicit { base_url: Some(GATE), ..Explicit::default() };
        assert!(matches!(find_with(&[(key, "k")], &explicit), Err(ServiceError::ForeignCredential { .. })));
    }
    // The same host over plain http, another port, or hidden behind user info is another address.
    for url in [
        p.base_url.replace("https", "http"),
        format!("{}:444", p.base_url),
        format!("{}@evil.example", p.base_url),
    ] {
        let found = find(&[(p.env.api_key, "k"), (BASE_URL, &url)]);
        assert!(matches!(found, Err(ServiceError::ForeignCredential { .. })), "{url}");
    }
}

#[test]
fn a_presets_key_goes_to_its_own_addresses() {
    let p = preset();
    let prefixed = format!("{}/prefix", p.base_url);
    let found = find(&[(p.env.api_key, "k"), (BASE_URL, &prefixed)]).unwrap();
    assert_eq!((found.service.base_url(), found.base_url_variable), (prefixed.as_str(), Some(BASE_URL)));
    // Its own variable says that the key is for this gateway.
    let found = find(&[(p.env.api_key, "k"), (p.env.base_url, GATE), (BASE_URL, GATE)]).unwrap();
    assert_eq!(found.service.base_url(), GATE);
    let explicit = Explicit { base_url: Some(p.base_url), ..Explicit::default() };
    assert!(find_with(&[(p.env.api_key, "k")], &explicit).is_ok());
}

#[test]
fn our_key_never_goes_to_a_presets_base_url_variable() {
    let p = preset();
    let vars =
        [(API_KEY, "k"), (p.env.base_url, GATE), (p.env.api_key, "other"), (p.env.custom_headers, "a: b")];
    assert_eq!(find(&vars).unwrap_err(), ServiceError::NoBaseUrl);
    let mut vars = vars.to_vec();
    vars.push((VENDOR, p.vendor));
    let found = find(&vars).unwrap();
    assert_eq!((variable(&found), found.service.base_url()), (Some((API_KEY, "k")), p.base_url));
    assert!(found.headers.is_empty());
}

#[test]
fn another_vendor_leaves_the_presets_variables_alone() {
    let p = preset();
    let vars = [(VENDOR, "acme"), (p.env.api_key, "k"), (p.env.base_url, GATE)];
    assert_eq!(find(&vars).unwrap_err(), ServiceError::NoCredential);
    let explicit = Explicit { vendor: Some("acme"), ..Explicit::default() };
    assert_eq!(find_with(&vars[1..], &explicit).unwrap_err(), ServiceError::NoCredential);
}

#[test]
fn explicit_settings_win() {
    let p = preset();
    let vars = [(API_KEY, "bad\nkey"), (BASE_URL, GATE), (VENDOR, "acme"), (VERSION, "1")];
    let explicit = Explicit {
        credential: true,
        own_credential: true,
        base_url: Some("http://a.example"),
        vendor: Some("b"),
        version: Some("2"),
    };
    let found = find_with(&vars, &explicit).unwrap();
    assert!(found.credential.is_none() && found.base_url_variable.is_none());
    assert_eq!((found.service.base_url(), found.service.vendor()), ("http://a.example", "b"));
    assert_eq!(found.service.version_value(), "2");

    let only_key = Explicit { credential: true, ..Explicit::default() };
    assert_eq!(find_with(&vars, &only_key).unwrap().service.base_url(), GATE);
    assert_eq!(find_with(&[], &only_key).unwrap_err(), ServiceError::NoBaseUrl);
    // A key in code and nothing else means the preset's service; a vendor that is no preset's has no address, and a key
    // that the environment gave may be another service's.
    let own_key = Explicit { own_credential: true, ..only_key };
    let found = find_with(&[], &own_key).unwrap();
    assert_eq!((found.service.base_url(), found.service.vendor()), (p.base_url, p.vendor));
    assert!(found.credential.is_none() && found.base_url_variable.is_none());
    assert_eq!(find_with(&[(VENDOR, "acme")], &own_key).unwrap_err(), ServiceError::NoBaseUrl);
    assert_eq!(find_with(&vars, &own_key).unwrap().service.base_url(), GATE);
    assert_eq!(find_with(&[(API_KEY, "k")], &Explicit::default()).unwrap_err(), ServiceError::NoBaseUrl);
    let found = find_with(&[(p.env.base_url, GATE), (p.env.api_key, "k")], &only_key).unwrap();
    assert_eq!((found.service.base_url(), found.service.vendor()), (GATE, p.vendor));
    assert!(found.credential.is_none());
    let our_key =
        find_with(&[(API_KEY, "k")], &Explicit { base_url: Some(GATE), ..Explicit::default() }).unwrap();
    assert_eq!(variable(&our_key), Some((API_KEY, "k")));
}

#[test]
fn extra_headers_are_read_line_by_line_and_hidden() {
    let p = preset();
    let base = [(API_KEY, "k"), (BASE_URL, GATE)];
    let read = |text: &str| find(&[base[0], base[1], (CUSTOM_HEADERS, text)]);
    let found = read("X-One: 1\r\n\n  x-two :a: b \nx-empty:").unwrap();
    let pairs: Vec<_> = found.headers.iter().map(|(n, v)| (n.as_str(), v.as_bytes())).collect();
    assert_eq!(pairs, [("x-one", &b"1"[..]), ("x-two", b"a: b"), ("x-empty", b"")]);
    assert!(!format!("{found:?}").contains("a: b"));
    for text in ["ok: 1\nno colon hush", "ok: 1\n: hush", "ok: 1\nbad name: hush", "ok: 1\nx: hush\u{7f}"] {
        let error = read(text).unwrap_err();
        assert_eq!(error, ServiceError::BadHeaderLine { variable: CUSTOM_HEADERS, line: 2 });
        assert!(!error.to_string().contains("hush"));
    }
    // A preset's headers go where its key goes, and give way to ours.
    let theirs = (p.env.custom_headers, "a: 1\nb: 1\nb: 2");
    let both = find(&[(p.env.api_key, "k"), theirs, (CUSTOM_HEADERS, "A: 3")]).unwrap();
    let pairs: Vec<_> = both.headers.iter().map(|(n, v)| (n.as_str(), v.as_bytes())).collect();
    assert_eq!(pairs, [("b", &b"1"[..]), ("b", b"2"), ("a", b"3")]);
    // A gateway's credential among them is one.
    let found = find(&[(BASE_URL, GATE), (CUSTOM_HEADERS, "Authorization: Basic eA==")]).unwrap();
    assert!(found.credential.is_none() && found.headers.len() == 1);
    assert_eq!(
        find(&[(BASE_URL, GATE), (CUSTOM_HEADERS, "x-a: 1")]).unwrap_err(),
        ServiceError::NoCredential
    );
}

#[test]
fn malformed_values_name_their_variable_and_nothing_else() {
    let p = preset();
    for name in [API_KEY, AUTH_TOKEN, p.env.api_key, p.env.auth_token] {
        let error = find(&[(name, "hu\r\nsh"), (BASE_URL, p.base_url)]).unwrap_err();
        let expected = ServiceError::BadCredential { variable: name, reason: SecretError::ControlCharacter };
        assert_eq!(error, expected);
        assert!(error.to_string().contains(name) && !error.to_string().contains("sh"), "{error}");
    }
    let base = [(API_KEY, "k"), (BASE_URL, GATE)];
    assert_eq!(
        find(&[base[0], base[1], (LOG, "loud")]).unwrap_err(),
        ServiceError::BadLogLevel { variable: LOG }
    );
    assert_eq!(find(&[base[0], base[1], (VENDOR, "a b")]).unwrap_err(), ServiceError::BadVendor);
    assert_eq!(find(&[base[0], base[1], (VERSION, "a\u{1}")]).unwrap_err(), ServiceError::BadVersion);
    assert_eq!(find(&[(p.env.api_key, "k"), (p.env.log, "trace")]).unwrap().log_level, None);
}

#[test]
fn levels_have_names_and_an_order() {
    for (name, level) in [
        ("off", LogLevel::Off),
        ("ERROR", LogLevel::Error),
        ("Warn", LogLevel::Warn),
        ("WARNING", LogLevel::Warn),
    ] {
        assert_eq!(LogLevel::from_name(name), Some(level));
    }
    assert_eq!(LogLevel::from_name("warnings"), None);
    assert!(LogLevel::Off < LogLevel::default() && LogLevel::default() < LogLevel::Debug);
}

proptest! {
    /// Whatever is set and unset: a key of one family is found with an address of its own family, or not at all.
    #[test]
    fn families_never_mix(set in proptest::collection::vec(any::<bool>(), 8), vendor in 0..3_usize) {
        let p = preset();
        let ours = "https://ours.example";
        let theirs = "https://theirs.example";
        let vendor = ["", p.vendor, "acme"][vendor];
        let all = [
            (API_KEY, "our-key"), (AUTH_TOKEN, "our-token"), (BASE_URL, ours), (CUSTOM_HEADERS, "h: our"),
            (p.env.api_key, "their-key"), (p.env.auth_token, "their-token"), (p.env.base_url, theirs),
            (p.env.custom_headers, "h: their"),
        ];
        let mut vars: Vec<_> = all.iter().zip(&set).filter(|(_, set)| **set).map(|(v, _)| *v).collect();
        vars.push((VENDOR, vendor));
        if let Ok(found) = find(&vars) {
            let to = found.service.base_url();
            let (_, secret) = variable(&found).unwrap();
            let allowed = if secret.starts_with("our") { [ours, p.base_url] } else { [theirs, p.base_url] };
            prop_assert!(allowed.contains(&to), "{secret} to {to}");
            let their_header = found.headers.iter().any(|(_, v)| v.as_bytes() == b"their");
            prop_assert!(!their_header || secret.starts_with("their"));
        }
    }
}
