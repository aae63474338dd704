//! Shortens a conversation to a number of tokens, as the service counts them.

use super::trim::Trimmed;
use super::{Conversation, TokenSearch};
use crate::client::messages::Messages;
use crate::error::Result;
use crate::model::MessageRequest;

impl Messages<'_> {
    /// Keeps the longest end of the conversation with which a request has at most `tokens` input tokens, as the service
    /// counts them. `settings` is the request without its turns; it is counted with them. If all of the history fits,
    /// this takes one count, else a few. [`Conversation::keep_tokens`] makes no request, and estimates. Leave room in
    /// the model's context for the answer.
    ///
    /// ```
    /// # async fn shorten(client: &parlour::Client, talk: &mut parlour::Conversation) -> parlour::Result<()> {
    /// use parlour::MessageRequest;
    /// let settings = MessageRequest::new("svc-haiku-3-5", 256).system("Be brief.");
    /// let trimmed = client.messages().keep_tokens(talk, &settings, 50_000).await?;
    /// println!("{} turns removed, {} left", trimmed.removed, talk.len());
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    /// Those of a call, and [`ErrorKind::Config`](crate::ErrorKind::Config) as of [`Conversation::body`]. The
    /// conversation is unchanged then.
    pub async fn keep_tokens(
        &self,
        conversation: &mut Conversation,
        settings: &MessageRequest,
        tokens: u64,
    ) -> Result<Trimmed> {
        let mut search = TokenSearch::new(conversation, tokens);
        while let Some(first) = search.next() {
            // A copy shares the bytes of the turns.
            let mut end = conversation.clone();
            end.cut_before(first);
            let count = self.count_tokens(end.body(settings)?).await?;
            search.counted(count.input_tokens);
        }
        Ok(search.trim(conversation))
    }
}
