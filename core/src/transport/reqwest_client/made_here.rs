//! Whether a request of reqwest had its connection made, or got one that was used before: its answer does not say so,
//! and its error does not either.

use std::cell::Cell;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use tower_layer::Layer;
use tower_service::Service;

tokio::task_local! {
    /// Whether the request that this task polls has made a connection. A connection that is made for it, but comes
    /// too late, is made in a task of its own, where this is not set.
    static MADE: Cell<bool>;
}

/// Runs a request, and says whether it has made a connection.
pub(super) async fn watched<T>(request: impl Future<Output = T>) -> (T, bool) {
    let request = async {
        let done = request.await;
        (done, MADE.with(Cell::get))
    };
    MADE.scope(Cell::new(false), request).await
}

/// Around what makes the connections of a client.
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
            // Not within a request: nobody asks.
            let _asked = MADE.try_with(|flag| flag.set(made.is_ok()));
            made
        })
    }
}
