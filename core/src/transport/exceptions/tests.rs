//! The coverage of each form of exception, and invalid forms.

use super::*;

fn covers(entry: &str, service: &str) -> bool {
    let exception = Exception::parse(entry).unwrap_or_else(|| panic!("{entry} is an exception"));
    exception.covers(&Url::parse(service).unwrap())
}

#[test]
fn every_form_that_curl_and_go_take_covers_its_service() {
    for (entry, service) in [
        ("*", "https://any.example"),
        ("internal.example", "https://internal.example"),
        ("internal.example", "https://svc.internal.example/v1"),
        (".internal.example", "https://svc.internal.example"),
        (".internal.example", "https://internal.example"),
        ("*.internal.example", "https://a.svc.internal.example"),
        ("*.internal.example", "https://internal.example"),
        ("Internal.EXAMPLE", "https://svc.internal.example"),
        ("internal.example.", "https://svc.internal.example"),
        ("internal.example", "https://svc.internal.example."),
        ("svc.internal.example:443", "https://svc.internal.example"),
        (".internal.example:8443", "https://svc.internal.example:8443"),
        ("*.internal.example:80", "http://svc.internal.example"),
        ("internal.example:", "https://internal.example:9"),
        ("snake_case.example", "https://snake_case.example"),
        ("bücher.example", "https://svc.xn--bcher-kva.example"),
        ("10.1.2.3", "https://10.1.2.3:8443"),
        ("10.1.2.3:8443", "https://10.1.2.3:8443"),
        ("10.0.0.0/8", "https://10.1.2.3"),
        ("10.9.9.9/8", "https://10.1.2.3"),
        ("0.0.0.0/0", "https://10.1.2.3"),
        ("10.1.2.3/32", "https://10.1.2.3"),
        ("fd00::1", "https://[fd00::1]"),
        ("[fd00::1]", "https://[fd00::1]:8443"),
        ("[FD00::1]:8443", "https://[fd00::1]:8443"),
        ("fd00::/8", "https://[fd12:3456::7]"),
        ("[fd00::]/8", "https://[fd12:3456::7]"),
        ("::/0", "https://[fd12:3456::7]"),
        ("::ffff:10.1.2.3", "https://10.1.2.3"),
        ("10.1.2.3", "https://[::ffff:10.1.2.3]"),
        ("::ffff:10.0.0.0/104", "https://10.1.2.3"),
        (" internal.example ", "https://internal.example"),
    ] {
        assert!(covers(entry, service), "{entry} {service}");
    }
}

#[test]
fn what_only_looks_alike_is_not_covered() {
    for (entry, service) in [
        ("internal.example", "https://notinternal.example"),
        (".internal.example", "https://notinternal.example"),
        ("*.internal.example", "https://notinternal.example"),
        ("internal.example", "https://internal.example.org"),
        ("svc.internal.example", "https://internal.example"),
        ("internal.example:443", "http://internal.example"),
        ("internal.example:8443", "https://internal.example"),
        ("10.1.2.3", "https://10.1.2.30"),
        ("10.1.2.3:80", "https://10.1.2.3"),
        ("10.0.0.0/8", "https://11.1.2.3"),
        ("10.0.0.0/8", "https://[fd00::1]"),
        ("fd00::/8", "https://10.1.2.3"),
        ("fd00::/8", "https://[fe00::1]"),
        ("10.0.0.0/8", "https://ten.example"),
    ] {
        assert!(!covers(entry, service), "{entry} {service}");
    }
}

#[test]
fn what_can_never_match_is_no_exception() {
    for entry in [
        "",
        ".",
        "*.",
        "..x",
        "a..b",
        "a b",
        "one,two",
        "http://x",
        "x/8",
        "10.0.0.0/33",
        "::/129",
        "10.0.0.0/",
        "10.",
        "10",
        "300.1.1.1",
        "f*o.example",
        "*example",
        "*:80",
        "x:0",
        "x:65536",
        "x:port",
        "fe80::1%eth0",
        "[10.0.0.1]",
        "user@host",
        "a;b",
    ] {
        assert_eq!(Exception::parse(entry), None, "{entry}");
    }
}

#[test]
fn a_list_is_parted_by_commas_and_blanks() {
    let base = Url::parse("https://svc.internal.example").unwrap();
    for list in [
        "internal.example",
        "a.example,internal.example",
        "a.example internal.example",
        "a.example ,\t internal.example ,",
        "a.example\nhttp://wrong,internal.example",
    ] {
        assert!(list_covers(list, "no_proxy", &base), "{list}");
    }
    for list in ["", " ,, ", "a.example b.example"] {
        assert!(!list_covers(list, "no_proxy", &base), "{list}");
    }
}
