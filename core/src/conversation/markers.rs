//! Places cache markers (protocol §10.1, §10.2, §10.4): at the end of the tools, of the system prompt, and of the
//! messages.
//!
//! The marker of the messages is the automatic one. It moves with the history, so that turns keep their bytes; a marker
//! in a turn would have to be removed again, and equal histories would no longer have equal bytes.

use crate::json::object::Object;
use crate::json::writer::write_json;
use crate::model::{CacheControl, CacheTtl, MessageParam, MessageRequest, SystemPrompt, TextBlock};

impl MessageRequest {
    /// Marks the ends of the tools, of the system prompt and of the messages, so that the service caches the prefix of
    /// the next request in the same conversation. `stable` is the lifetime for tools and system prompt, which change
    /// least; the messages are kept for five minutes, and the longer lifetime comes first, as the service requires
    /// (protocol §10.4). Returns the number of markers placed, three at most of the four that a request may have.
    ///
    /// A request with a marker of the caller's own is left unchanged: only the caller knows its purpose. The automatic
    /// marker reaches 20 blocks back (protocol §10.3): an exchange that adds more of them at once is written to the
    /// cache again.
    ///
    /// ```
    /// use parlour::{CacheTtl, MessageRequest};
    ///
    /// let mut settings = MessageRequest::new("svc-haiku-3-5", 64).system("Be brief.");
    /// assert_eq!(settings.mark_cache(CacheTtl::OneHour), 2, "the system prompt and the messages");
    /// assert_eq!(settings.mark_cache(CacheTtl::OneHour), 0, "they are there");
    /// ```
    pub fn mark_cache(&mut self, stable: CacheTtl) -> usize {
        if self.has_markers() {
            return 0;
        }
        let marker = CacheControl::ephemeral().ttl(stable);
        let mut placed = 1;
        if let Some(tool) = self.tools.iter_mut().flatten().next_back() {
            tool.cache_control = Some(marker.clone());
            placed += 1;
        }
        if let Some(SystemPrompt::Text(text)) = &self.system
            && !text.is_empty()
        {
            self.system = Some(SystemPrompt::Blocks(vec![TextBlock::new(text.clone())]));
        }
        if let Some(SystemPrompt::Blocks(blocks)) = &mut self.system
            && let Some(block) = blocks.iter_mut().rev().find(|block| !block.text.is_empty())
        {
            block.cache_control = Some(marker);
            placed += 1;
        }
        self.cache_control = Some(CacheControl::ephemeral());
        placed
    }

    fn has_markers(&self) -> bool {
        let in_system = match &self.system {
            Some(SystemPrompt::Blocks(blocks)) => blocks.iter().any(|block| block.cache_control.is_some()),
            _ => false,
        };
        self.cache_control.is_some()
            || in_system
            || self.tools.iter().flatten().any(|tool| tool.cache_control.is_some())
            || self.messages.iter().any(is_marked)
            || ["cache_control", "tools", "system", "messages"]
                .iter()
                .any(|key| self.extra.get(key).is_some())
    }
}

fn is_marked(turn: &MessageParam) -> bool {
    turn.content.blocks().iter().any(|block| {
        let json = write_json(block).unwrap_or_default();
        let object = std::str::from_utf8(&json).ok().and_then(|json| Object::parse(json).ok());
        object.is_some_and(|block| block.raw("cache_control").is_some_and(|c| c != "null"))
    })
}
