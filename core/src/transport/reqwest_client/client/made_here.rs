//! Detects whether a request of reqwest opened a connection or reused one: neither its answer nor its error says so.

use std::cell::Cell;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use tower_layer::Layer;
use tower_service::Service;

tokio::task_local! {
    /// Whether the request that this task polls has opened a connection. A connection that is opened for it but comes
    /// too late is finished in another task, where this is not set.
    static MADE: Cell<bool>;
}

/// Runs a request, and returns whether it has opened a connection.
pub(super) async fn watched<T>(request: impl Future<Output = T>) -> (T, bool) {
    let request = async {
        let done = request.await;
        (done, MADE.with(Cell::get))
    };
    MADE.scope(Cell::new(false), request).await
}

/// A layer around the connector of a client.
#[derive(Clone)]
pub(super) struct MadeHere;

impl<S> Layer<S> for MadeHere {
    type Service = Connecting<S>;

    fn layer(&self, inner: S) -> Connecting<S> {
        Connecting(inner)
    }
}

#[derive(Clone)]
pub(super) struct Connecting<S>(S);

impl<S, R> Service<R> for Connecting<S>
where
    S: Service<R>,
    S::Response: 'static,
    S::Error: 'static,
    S::Future: Send + 'static,
{
    type Response = S::Response;
    type Error = S::Error;
    type Future = Pin<Box<dyn Future<Output = Result<S::Response, S::Error>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.0.poll_ready(cx)
    }

    fn call(&mut self, to: R) -> Self::Future {
        let connecting = self.0.call(to);
        Box::pin(async move {
            let made = connecting.await;
            // Not inside a request: nobody needs the flag.
            let _asked = MADE.try_with(|flag| flag.set(made.is_ok()));
            made
        })
    }
}
