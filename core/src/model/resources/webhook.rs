//! The payload of a webhook (protocol §8.10).

wire! {
    /// An event at the service. It names an object and holds nothing of it: fetch its state. The same event may come
    /// more than once: its id tells.
    pub struct WebhookEvent, tag = "event" {
        /// The id of the event.
        "id" id: String,
        /// When it happened, RFC 3339.
        "created_at" created_at: String,
        /// The event and its object.
        "data" data: WebhookData,
    }
}

wire! {
    /// An event and its object.
    pub struct WebhookData {
        /// The type of the event, an open set: `session.idled` and so on. Accept and ignore types that you do not know.
        "type" kind: String,
        /// The id of the object.
        "id" id: Option<String>,
        /// The id of its organisation.
        "organization_id" organization_id: Option<String>,
        /// The id of its workspace.
        "workspace_id" workspace_id: Option<String>,
    }
}
