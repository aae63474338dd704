//! Counting the tokens of a request (protocol §8.1).

use crate::client::body::IntoBody;
use crate::client::messages::Messages;
use crate::model::TokenCount;
use crate::resources::call::ResourceCall;

impl Messages<'_> {
    /// Asks how many input tokens a request would have. It is free of charge and has a rate limit of its own.
    ///
    /// Takes the same request as [`Messages::create`]: parameters that do not affect the count (`max_tokens`, sampling,
    /// …), which this endpoint refuses, are left out.
    ///
    /// ```
    /// # use parlour_emulator::Emulator;
    /// # #[tokio::main] async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let emulator = Emulator::start().await?;
    /// # let client = parlour::Client::builder().base_url(emulator.url()).api_key(emulator.api_key()).build()?;
    /// use parlour::MessageRequest;
    /// let request = MessageRequest::new("svc-haiku-3-5", 256).user("How long is this?");
    /// println!("{} tokens", client.messages().count_tokens(&request).await?.input_tokens);
    /// # Ok(()) }
    /// ```
    pub fn count_tokens(&self, request: impl IntoBody) -> ResourceCall<TokenCount> {
        ResourceCall::new(self.client, "messages.count_tokens", &[], request.into_body())
    }
}
