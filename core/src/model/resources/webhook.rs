//! The payload of a webhook (protocol §8.10).

// generated: types
wire! {
    /// The event of a webhook. It identifies an object without its state, which has to be fetched. An event may be
    /// delivered more than once, with the same id.
    pub struct WebhookEvent, tag = "event" {
        /// The id of the event.
        "id" id: String,
        /// When it happened (RFC 3339).
        "created_at" created_at: String,
        /// The type of event and the object that it is about.
        "data" data: WebhookData,
    }
}

wire! {
    /// The type of event and the object that it is about.
    pub struct WebhookData {
        /// The type of event, an open set: `session.idled` and so on. Accept and ignore unknown types.
        "type" kind: String,
        /// The id of the object.
        "id" id: Option<String>,
        /// The id of its organisation.
        "organization_id" organization_id: Option<String>,
        /// The id of its workspace.
        "workspace_id" workspace_id: Option<String>,
    }
}
// end generated
