//! The arguments of a resource call, except its body: plain values.

use std::path::PathBuf;
use std::time::Duration;

use parlour::{BatchWait, Body, CallOptions, Client, Endpoint, MessageBatch};

use crate::info::ErrorInfo;
use crate::shared_run::SharedRun;

/// The endpoint or operation of a resource call.
#[derive(Debug)]
pub enum Resource {
    /// A row of the core's table.
    Endpoint(EndpointArgs),
    /// The results of the batch of this id.
    Results(String),
    /// The results of this batch, from where it says they are.
    ResultsOf(Box<MessageBatch>),
    /// The end of a batch.
    Wait(Wait),
    /// The content of a file, written to a path: at most so many bytes, or as many as the core allows.
    Download(EndpointArgs, PathBuf, Option<u64>),
    /// The full batches of a run.
    RunSubmit(SharedRun),
    /// The results of a run of batches.
    RunResults(SharedRun),
    /// The end of the client's running calls, waited for at most so long; new ones are refused.
    Drain(Duration),
}

impl Resource {
    pub(crate) fn operation(&self) -> &'static str {
        match self {
            Resource::Endpoint(args) | Resource::Download(args, ..) => args.endpoint.name,
            Resource::Results(_) | Resource::ResultsOf(_) => "batches.results",
            Resource::Wait(_) => "batches.wait",
            Resource::RunSubmit(_) | Resource::RunResults(_) => "batches.run",
            Resource::Drain(_) => "drain",
        }
    }
}

/// A row of the core's table of endpoints, with the values for its path and query.
#[derive(Clone, Debug)]
pub struct EndpointArgs {
    pub(crate) endpoint: &'static Endpoint,
    pub(crate) ids: Vec<String>,
    pub(crate) query: Vec<(String, String)>,
}

impl EndpointArgs {
    /// Checks that there is such an endpoint and that these ids fit it.
    pub(crate) fn new(
        name: &str,
        ids: Vec<String>,
        query: Vec<(String, String)>,
    ) -> Result<EndpointArgs, ErrorInfo> {
        let args = EndpointArgs { endpoint: Endpoint::named(name)?, ids, query };
        args.endpoint.path_of(&args.id_texts())?;
        Ok(args)
    }

    fn id_texts(&self) -> Vec<&str> {
        self.ids.iter().map(String::as_str).collect()
    }

    pub(crate) fn call(&self, client: &Client, body: Body) -> parlour::Result<parlour::EndpointCall> {
        client.endpoint(self.endpoint.name, &self.id_texts(), &self.query, body)
    }
}

/// How to wait for the end of a batch.
#[derive(Clone, Debug)]
pub struct Wait {
    /// The batch.
    pub id: String,
    /// The first interval; 5 s if there is none.
    pub first: Option<Duration>,
    /// The longest interval; 60 s if there is none.
    pub longest: Option<Duration>,
    /// After so long waiting is given up, and the batch goes on.
    pub limit: Option<Duration>,
}

impl Wait {
    pub(crate) fn settings<'a>(&self, options: CallOptions) -> BatchWait<'a> {
        let mut wait = BatchWait::new().with(options);
        if let Some(first) = self.first {
            wait = wait.first_pause(first);
        }
        if let Some(longest) = self.longest {
            wait = wait.longest_pause(longest);
        }
        match self.limit {
            Some(limit) => wait.limit(limit),
            None => wait,
        }
    }
}
