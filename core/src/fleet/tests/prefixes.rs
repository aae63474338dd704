//! The script for prefixes against a real server.

use std::time::Duration;

use super::{Named, Server};
use crate::prompt_cache::{PrefixAsk, PrefixGiven, PrefixName, PrefixStep};
use crate::secret::Identity;

const MINUTES: Duration = Duration::from_secs(300);

impl Named {
    fn ask(&mut self, step: PrefixStep, prefixes: &[u8]) -> PrefixGiven {
        let named = |name: &u8| (PrefixName([*name; 32]), MINUTES);
        let ask = PrefixAsk {
            identity: Identity([7; 32]),
            prefixes: prefixes.iter().map(named).collect(),
            call: 1,
            step,
            answer: None,
        };
        self.connection.prefixes(&ask, self.name).unwrap()
    }

    fn claim(&mut self, prefixes: &[u8]) -> PrefixGiven {
        self.ask(PrefixStep::Claim, prefixes)
    }
}

#[test]
fn one_process_writes_and_the_others_wait_until_it_has_begun() {
    let server = Server::start(&[]);
    let (mut one, mut other) = (Named::new(&server, "one"), Named::new(&server, "other"));
    let go = |given| PrefixGiven::Go(given);
    assert_eq!(one.claim(&[1, 2]), go(vec![None, None]));
    // Again, as each second.
    assert_eq!(one.claim(&[1, 2]), go(vec![None, None]));
    assert_eq!(other.claim(&[2, 3]), PrefixGiven::Wait);
    // Who waits has claimed nothing.
    assert_eq!(one.claim(&[3]), go(vec![None]));
    let sent = std::time::Instant::now().checked_sub(Duration::from_secs(100)).unwrap();
    one.ask(PrefixStep::Began(sent), &[1, 2]);
    let PrefixGiven::Go(left) = other.claim(&[2, 4]) else { panic!("it is there") };
    assert!(matches!(left[..], [Some(left), None] if left.as_secs().abs_diff(200) <= 30), "{left:?}");
    // A claim is given back by its owner alone.
    one.ask(PrefixStep::Left, &[4]);
    assert_eq!(one.claim(&[4]), PrefixGiven::Wait);
    other.ask(PrefixStep::Left, &[2, 4]);
    let PrefixGiven::Go(left) = one.claim(&[2, 4]) else { panic!("it is free") };
    assert!(matches!(left[..], [Some(_), None]), "{left:?}");
}

#[test]
fn the_claim_of_a_process_that_is_gone_lapses() {
    let server = Server::start(&[]);
    let mut one = Named::new(&server, "one");
    one.claim(&[1]);
    let keys: Vec<String> = redis::cmd("KEYS").arg("parlour:{cache:*").query(&mut server.link()).unwrap();
    let left: u64 = redis::cmd("PTTL").arg(&keys[0]).query(&mut server.link()).unwrap();
    assert_eq!(keys.len(), 1);
    assert!(left <= 5_000, "{left}");
    // What the store keeps names neither prefix nor credential.
    assert!(!keys[0].contains("0101"), "{keys:?}");
}
