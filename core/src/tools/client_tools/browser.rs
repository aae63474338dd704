//! Tabs, pages, mouse and keyboard of a browser: the toolset `browser`.
//!
//! Made from `schema/toolsets.toml` by `make generate`.

use std::future::{Future, ready};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::targets::{CoordinateTarget, RefTarget, Target};
use super::toolset::{Field, Kind, Member, Presence, Toolset, done, typed};
use super::{CommandResult, unsupported};
use crate::error::Result;
use crate::json::Json;
use crate::model::Tool;
use crate::tools::calls::ToolCall;
use crate::tools::toolbox::{ToolError, Toolbox};

/// All members, as the service names them.
pub const BROWSER_ACTIONS: &[&str] = &[
    "navigate",
    "list_tabs",
    "new_tab",
    "switch_tab",
    "close_tab",
    "read_page",
    "get_page_text",
    "read_console",
    "read_network",
    "find",
    "form_input",
    "file_upload",
    "scroll_to",
    "screenshot",
    "zoom",
    "left_click",
    "right_click",
    "middle_click",
    "double_click",
    "triple_click",
    "hover",
    "left_click_drag",
    "left_mouse_down",
    "left_mouse_up",
    "mouse_move",
    "scroll",
    "type",
    "key",
    "hold_key",
    "wait",
    "javascript_exec",
];

/// The toolset `browser`.
pub(super) static BROWSER: Toolset = Toolset {
    name: "browser",
    kind: "browser_toolset_20260801",
    members: &[
        Member { name: "navigate", fields: BROWSER_NAVIGATE, done: Some("Navigated to {url}."), is_on: true },
        Member { name: "list_tabs", fields: &[], done: None, is_on: true },
        Member { name: "new_tab", fields: &[], done: Some("Opened a tab."), is_on: true },
        Member { name: "switch_tab", fields: BROWSER_TAB, done: Some("Switched to {tab_id}."), is_on: true },
        Member { name: "close_tab", fields: BROWSER_TAB, done: Some("Closed {tab_id}."), is_on: true },
        Member { name: "read_page", fields: BROWSER_READ_PAGE, done: None, is_on: true },
        Member { name: "get_page_text", fields: BROWSER_PAGE, done: None, is_on: true },
        Member { name: "read_console", fields: BROWSER_PAGE, done: None, is_on: false },
        Member { name: "read_network", fields: BROWSER_PAGE, done: None, is_on: false },
        Member { name: "find", fields: BROWSER_FIND, done: None, is_on: true },
        Member { name: "form_input", fields: BROWSER_FORM_INPUT, done: Some("Set the value."), is_on: true },
        Member {
            name: "file_upload",
            fields: BROWSER_FILE_UPLOAD,
            done: Some("Uploaded the files."),
            is_on: false,
        },
        Member {
            name: "scroll_to",
            fields: BROWSER_SCROLL_TO,
            done: Some("Scrolled to the element."),
            is_on: true,
        },
        Member { name: "screenshot", fields: BROWSER_PAGE, done: None, is_on: true },
        Member { name: "zoom", fields: BROWSER_ZOOM, done: None, is_on: true },
        Member { name: "left_click", fields: BROWSER_CLICK, done: Some("Clicked."), is_on: true },
        Member { name: "right_click", fields: BROWSER_CLICK, done: Some("Right-clicked."), is_on: true },
        Member { name: "middle_click", fields: BROWSER_CLICK, done: Some("Middle-clicked."), is_on: true },
        Member { name: "double_click", fields: BROWSER_CLICK, done: Some("Double-clicked."), is_on: true },
        Member { name: "triple_click", fields: BROWSER_CLICK, done: Some("Triple-clicked."), is_on: true },
        Member { name: "hover", fields: BROWSER_HOVER, done: Some("Moved the mouse."), is_on: true },
        Member { name: "left_click_drag", fields: BROWSER_DRAG, done: Some("Dragged."), is_on: true },
        Member {
            name: "left_mouse_down",
            fields: BROWSER_MOUSE,
            done: Some("Left mouse button pressed."),
            is_on: true,
        },
        Member {
            name: "left_mouse_up",
            fields: BROWSER_MOUSE,
            done: Some("Left mouse button released."),
            is_on: true,
        },
        Member { name: "mouse_move", fields: BROWSER_MOUSE, done: Some("Moved the mouse."), is_on: true },
        Member {
            name: "scroll",
            fields: BROWSER_SCROLL,
            done: Some("Scrolled {scroll_direction}."),
            is_on: true,
        },
        Member { name: "type", fields: BROWSER_TYPE, done: Some("Typed."), is_on: true },
        Member { name: "key", fields: BROWSER_KEY, done: Some("Pressed {text}."), is_on: true },
        Member {
            name: "hold_key",
            fields: BROWSER_HOLD_KEY,
            done: Some("Held {text} for {duration}s."),
            is_on: true,
        },
        Member { name: "wait", fields: BROWSER_WAIT, done: Some("Waited {duration}s."), is_on: true },
        Member { name: "javascript_exec", fields: BROWSER_SCRIPT, done: None, is_on: false },
    ],
};

const BROWSER_NAVIGATE: &[Field] = &[
    Field { name: "url", kind: Kind::Words, presence: Presence::Required },
    Field { name: "tab_id", kind: Kind::Words, presence: Presence::Optional },
];

const BROWSER_TAB: &[Field] = &[Field { name: "tab_id", kind: Kind::Words, presence: Presence::Required }];

const BROWSER_READ_PAGE: &[Field] = &[
    Field { name: "depth", kind: Kind::Count, presence: Presence::Optional },
    Field {
        name: "filter",
        kind: Kind::Choice(&["all", "interactive"], "all or interactive"),
        presence: Presence::Optional,
    },
    Field { name: "ref", kind: Kind::Words, presence: Presence::Optional },
    Field { name: "tab_id", kind: Kind::Words, presence: Presence::Optional },
];

const BROWSER_PAGE: &[Field] = &[Field { name: "tab_id", kind: Kind::Words, presence: Presence::Optional }];

const BROWSER_FIND: &[Field] = &[
    Field { name: "query", kind: Kind::Words, presence: Presence::Required },
    Field { name: "tab_id", kind: Kind::Words, presence: Presence::Optional },
];

const BROWSER_FORM_INPUT: &[Field] = &[
    Field { name: "target", kind: Kind::RefTarget, presence: Presence::Required },
    Field { name: "value", kind: Kind::Value, presence: Presence::Required },
    Field { name: "tab_id", kind: Kind::Words, presence: Presence::Optional },
];

const BROWSER_FILE_UPLOAD: &[Field] = &[
    Field { name: "target", kind: Kind::RefTarget, presence: Presence::Required },
    Field { name: "document_ids", kind: Kind::Texts, presence: Presence::Optional },
    Field { name: "paths", kind: Kind::Texts, presence: Presence::Optional },
    Field { name: "tab_id", kind: Kind::Words, presence: Presence::Optional },
];

const BROWSER_SCROLL_TO: &[Field] = &[
    Field { name: "target", kind: Kind::RefTarget, presence: Presence::Required },
    Field { name: "tab_id", kind: Kind::Words, presence: Presence::Optional },
];

const BROWSER_ZOOM: &[Field] = &[
    Field { name: "region", kind: Kind::Region, presence: Presence::Required },
    Field { name: "tab_id", kind: Kind::Words, presence: Presence::Optional },
];

const BROWSER_CLICK: &[Field] = &[
    Field { name: "target", kind: Kind::Target, presence: Presence::Required },
    Field { name: "modifiers", kind: Kind::Text, presence: Presence::Optional },
    Field { name: "tab_id", kind: Kind::Words, presence: Presence::Optional },
];

const BROWSER_HOVER: &[Field] = &[
    Field { name: "target", kind: Kind::Target, presence: Presence::Required },
    Field { name: "tab_id", kind: Kind::Words, presence: Presence::Optional },
];

const BROWSER_DRAG: &[Field] = &[
    Field { name: "from", kind: Kind::CoordinateTarget, presence: Presence::Required },
    Field { name: "target", kind: Kind::CoordinateTarget, presence: Presence::Required },
    Field { name: "tab_id", kind: Kind::Words, presence: Presence::Optional },
];

const BROWSER_MOUSE: &[Field] = &[
    Field { name: "target", kind: Kind::CoordinateTarget, presence: Presence::Required },
    Field { name: "tab_id", kind: Kind::Words, presence: Presence::Optional },
];

const BROWSER_SCROLL: &[Field] = &[
    Field {
        name: "scroll_direction",
        kind: Kind::Choice(&["up", "down", "left", "right"], "up, down, left or right"),
        presence: Presence::Required,
    },
    Field { name: "target", kind: Kind::CoordinateTarget, presence: Presence::Required },
    Field { name: "scroll_amount", kind: Kind::Count, presence: Presence::Optional },
    Field { name: "tab_id", kind: Kind::Words, presence: Presence::Optional },
];

const BROWSER_TYPE: &[Field] = &[
    Field { name: "text", kind: Kind::Text, presence: Presence::Required },
    Field { name: "tab_id", kind: Kind::Words, presence: Presence::Optional },
];

const BROWSER_KEY: &[Field] = &[
    Field { name: "text", kind: Kind::Words, presence: Presence::Required },
    Field { name: "repeat", kind: Kind::Times, presence: Presence::Default(1) },
    Field { name: "tab_id", kind: Kind::Words, presence: Presence::Optional },
];

const BROWSER_HOLD_KEY: &[Field] = &[
    Field { name: "text", kind: Kind::Words, presence: Presence::Required },
    Field { name: "duration", kind: Kind::Seconds, presence: Presence::Required },
    Field { name: "tab_id", kind: Kind::Words, presence: Presence::Optional },
];

const BROWSER_WAIT: &[Field] = &[
    Field { name: "duration", kind: Kind::Seconds, presence: Presence::Required },
    Field { name: "tab_id", kind: Kind::Words, presence: Presence::Optional },
];

const BROWSER_SCRIPT: &[Field] = &[
    Field { name: "text", kind: Kind::Words, presence: Presence::Required },
    Field { name: "tab_id", kind: Kind::Words, presence: Presence::Optional },
];

/// The elements to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum BrowserFilter {
    All,
    Interactive,
}

/// The direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum BrowserScrollDirection {
    Up,
    Down,
    Left,
    Right,
}

/// Open an address, or move in the history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BrowserNavigateCommand {
    /// The URL; `back`, `forward` and `reload` move in the history.
    pub url: String,
    /// The tab; the active one without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab_id: Option<String>,
}

/// A command to one tab.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BrowserTabCommand {
    /// The tab.
    pub tab_id: String,
}

/// Read the elements of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BrowserReadPageCommand {
    /// Number of levels to read below the root.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The elements to read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub filter: Option<BrowserFilter>,
    /// The element to read, with its descendants.
    #[serde(rename = "ref", default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
    /// The tab; the active one without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab_id: Option<String>,
}

/// A command to the page of a tab.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BrowserPageCommand {
    /// The tab; the active one without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab_id: Option<String>,
}

/// Find elements by a description.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BrowserFindCommand {
    /// A description of the elements to find.
    pub query: String,
    /// The tab; the active one without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab_id: Option<String>,
}

/// Set the value of an element of a form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BrowserFormInputCommand {
    /// The element.
    pub target: RefTarget,
    /// The value for the element.
    pub value: Json,
    /// The tab; the active one without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab_id: Option<String>,
}

/// Give files to an element.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BrowserFileUploadCommand {
    /// The element.
    pub target: RefTarget,
    /// The program's ids of the files to upload.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document_ids: Option<Vec<String>>,
    /// The paths of the files to upload.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paths: Option<Vec<String>>,
    /// The tab; the active one without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab_id: Option<String>,
}

/// Scroll until an element is visible.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BrowserScrollToCommand {
    /// The element.
    pub target: RefTarget,
    /// The tab; the active one without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab_id: Option<String>,
}

/// Show a part of the page, enlarged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BrowserZoomCommand {
    /// The left, upper, right and lower edge of the part, in pixels of the visible area.
    pub region: [u32; 4],
    /// The tab; the active one without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab_id: Option<String>,
}

/// A click, at a point or on an element.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BrowserClickCommand {
    /// The point or the element.
    pub target: Target,
    /// Keys to hold meanwhile, joined by `+`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modifiers: Option<String>,
    /// The tab; the active one without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab_id: Option<String>,
}

/// Move the cursor to a point or onto an element.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BrowserHoverCommand {
    /// The point or the element.
    pub target: Target,
    /// The tab; the active one without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab_id: Option<String>,
}

/// Press the left button, move, release it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BrowserDragCommand {
    /// The start of the drag.
    pub from: CoordinateTarget,
    /// The point.
    pub target: CoordinateTarget,
    /// The tab; the active one without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab_id: Option<String>,
}

/// A command to the mouse at a point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BrowserMouseCommand {
    /// The point.
    pub target: CoordinateTarget,
    /// The tab; the active one without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab_id: Option<String>,
}

/// Turn the wheel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BrowserScrollCommand {
    /// The direction.
    pub scroll_direction: BrowserScrollDirection,
    /// The point.
    pub target: CoordinateTarget,
    /// The distance in steps of the wheel.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scroll_amount: Option<u32>,
    /// The tab; the active one without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab_id: Option<String>,
}

/// Type a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BrowserTypeCommand {
    /// The text.
    pub text: String,
    /// The tab; the active one without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab_id: Option<String>,
}

/// Press keys such as `ctrl+s` or `Page_Down`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BrowserKeyCommand {
    /// The keys, joined by `+`.
    pub text: String,
    /// Number of repetitions, from 1 to 100.
    pub repeat: u32,
    /// The tab; the active one without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab_id: Option<String>,
}

/// Hold keys for a time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BrowserHoldKeyCommand {
    /// The keys, joined by `+`.
    pub text: String,
    /// The duration in seconds, from 0 to 100.
    pub duration: f64,
    /// The tab; the active one without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab_id: Option<String>,
}

/// Wait.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BrowserWaitCommand {
    /// The duration in seconds, from 0 to 100.
    pub duration: f64,
    /// The tab; the active one without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab_id: Option<String>,
}

/// Run code in the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BrowserScriptCommand {
    /// The JavaScript code.
    pub text: String,
    /// The tab; the active one without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tab_id: Option<String>,
}

/// A command that the model sends to a browser (protocol §1.6).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "action")]
#[non_exhaustive]
pub enum BrowserCommand {
    /// Opens an address, or moves in the history.
    #[serde(rename = "navigate")]
    Navigate(BrowserNavigateCommand),
    /// Lists the open tabs.
    #[serde(rename = "list_tabs")]
    ListTabs,
    /// Opens a tab.
    #[serde(rename = "new_tab")]
    NewTab,
    /// Makes a tab the active one.
    #[serde(rename = "switch_tab")]
    SwitchTab(BrowserTabCommand),
    /// Closes a tab.
    #[serde(rename = "close_tab")]
    CloseTab(BrowserTabCommand),
    /// Reads the elements of a page, with references.
    #[serde(rename = "read_page")]
    ReadPage(BrowserReadPageCommand),
    /// Reads the text of a page.
    #[serde(rename = "get_page_text")]
    GetPageText(BrowserPageCommand),
    /// Reads the messages of the console.
    #[serde(rename = "read_console")]
    ReadConsole(BrowserPageCommand),
    /// Reads the requests of a page.
    #[serde(rename = "read_network")]
    ReadNetwork(BrowserPageCommand),
    /// Finds elements by a description.
    #[serde(rename = "find")]
    Find(BrowserFindCommand),
    /// Sets the value of an element of a form.
    #[serde(rename = "form_input")]
    FormInput(BrowserFormInputCommand),
    /// Gives files to an element.
    #[serde(rename = "file_upload")]
    FileUpload(BrowserFileUploadCommand),
    /// Scrolls until an element is visible.
    #[serde(rename = "scroll_to")]
    ScrollTo(BrowserScrollToCommand),
    /// Shows the visible area of a page.
    #[serde(rename = "screenshot")]
    Screenshot(BrowserPageCommand),
    /// Shows a part of the page, enlarged.
    #[serde(rename = "zoom")]
    Zoom(BrowserZoomCommand),
    /// Clicks the left button.
    #[serde(rename = "left_click")]
    LeftClick(BrowserClickCommand),
    /// Clicks the right button.
    #[serde(rename = "right_click")]
    RightClick(BrowserClickCommand),
    /// Clicks the middle button.
    #[serde(rename = "middle_click")]
    MiddleClick(BrowserClickCommand),
    /// Clicks the left button twice.
    #[serde(rename = "double_click")]
    DoubleClick(BrowserClickCommand),
    /// Clicks the left button three times.
    #[serde(rename = "triple_click")]
    TripleClick(BrowserClickCommand),
    /// Moves the cursor to a point or onto an element.
    #[serde(rename = "hover")]
    Hover(BrowserHoverCommand),
    /// Presses the left button, moves, releases it.
    #[serde(rename = "left_click_drag")]
    LeftClickDrag(BrowserDragCommand),
    /// Presses the left button.
    #[serde(rename = "left_mouse_down")]
    LeftMouseDown(BrowserMouseCommand),
    /// Releases the left button.
    #[serde(rename = "left_mouse_up")]
    LeftMouseUp(BrowserMouseCommand),
    /// Moves the cursor.
    #[serde(rename = "mouse_move")]
    MouseMove(BrowserMouseCommand),
    /// Turns the wheel.
    #[serde(rename = "scroll")]
    Scroll(BrowserScrollCommand),
    /// Types a text.
    #[serde(rename = "type")]
    Type(BrowserTypeCommand),
    /// Presses a key, or several together.
    #[serde(rename = "key")]
    Key(BrowserKeyCommand),
    /// Holds a key, or several together.
    #[serde(rename = "hold_key")]
    HoldKey(BrowserHoldKeyCommand),
    /// Waits.
    #[serde(rename = "wait")]
    Wait(BrowserWaitCommand),
    /// Runs code in the page.
    #[serde(rename = "javascript_exec")]
    JavascriptExec(BrowserScriptCommand),
    /// A command of a later version: the whole input.
    #[serde(untagged)]
    Other(Json),
}

impl BrowserCommand {
    /// Reads the input of a call. `member` is the name of the call if it belongs to the toolset; a single tool of
    /// earlier versions has the name as `action` in its input.
    ///
    /// # Errors
    /// For the model: the field that is missing or invalid.
    pub fn read(member: Option<&str>, input: &Json) -> std::result::Result<BrowserCommand, ToolError> {
        let Some(command) = BROWSER.read(member, input)? else {
            return Ok(BrowserCommand::Other(input.clone()));
        };
        Ok(match command.name {
            "navigate" => BrowserCommand::Navigate(typed(command)?),
            "list_tabs" => BrowserCommand::ListTabs,
            "new_tab" => BrowserCommand::NewTab,
            "switch_tab" => BrowserCommand::SwitchTab(typed(command)?),
            "close_tab" => BrowserCommand::CloseTab(typed(command)?),
            "read_page" => BrowserCommand::ReadPage(typed(command)?),
            "get_page_text" => BrowserCommand::GetPageText(typed(command)?),
            "read_console" => BrowserCommand::ReadConsole(typed(command)?),
            "read_network" => BrowserCommand::ReadNetwork(typed(command)?),
            "find" => BrowserCommand::Find(typed(command)?),
            "form_input" => BrowserCommand::FormInput(typed(command)?),
            "file_upload" => BrowserCommand::FileUpload(typed(command)?),
            "scroll_to" => BrowserCommand::ScrollTo(typed(command)?),
            "screenshot" => BrowserCommand::Screenshot(typed(command)?),
            "zoom" => BrowserCommand::Zoom(typed(command)?),
            "left_click" => BrowserCommand::LeftClick(typed(command)?),
            "right_click" => BrowserCommand::RightClick(typed(command)?),
            "middle_click" => BrowserCommand::MiddleClick(typed(command)?),
            "double_click" => BrowserCommand::DoubleClick(typed(command)?),
            "triple_click" => BrowserCommand::TripleClick(typed(command)?),
            "hover" => BrowserCommand::Hover(typed(command)?),
            "left_click_drag" => BrowserCommand::LeftClickDrag(typed(command)?),
            "left_mouse_down" => BrowserCommand::LeftMouseDown(typed(command)?),
            "left_mouse_up" => BrowserCommand::LeftMouseUp(typed(command)?),
            "mouse_move" => BrowserCommand::MouseMove(typed(command)?),
            "scroll" => BrowserCommand::Scroll(typed(command)?),
            "type" => BrowserCommand::Type(typed(command)?),
            "key" => BrowserCommand::Key(typed(command)?),
            "hold_key" => BrowserCommand::HoldKey(typed(command)?),
            "wait" => BrowserCommand::Wait(typed(command)?),
            "javascript_exec" => BrowserCommand::JavascriptExec(typed(command)?),
            _ => BrowserCommand::Other(input.clone()),
        })
    }

    /// The name of the command at the service; `other` for one that this version does not know.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            BrowserCommand::Navigate(_) => "navigate",
            BrowserCommand::ListTabs => "list_tabs",
            BrowserCommand::NewTab => "new_tab",
            BrowserCommand::SwitchTab(_) => "switch_tab",
            BrowserCommand::CloseTab(_) => "close_tab",
            BrowserCommand::ReadPage(_) => "read_page",
            BrowserCommand::GetPageText(_) => "get_page_text",
            BrowserCommand::ReadConsole(_) => "read_console",
            BrowserCommand::ReadNetwork(_) => "read_network",
            BrowserCommand::Find(_) => "find",
            BrowserCommand::FormInput(_) => "form_input",
            BrowserCommand::FileUpload(_) => "file_upload",
            BrowserCommand::ScrollTo(_) => "scroll_to",
            BrowserCommand::Screenshot(_) => "screenshot",
            BrowserCommand::Zoom(_) => "zoom",
            BrowserCommand::LeftClick(_) => "left_click",
            BrowserCommand::RightClick(_) => "right_click",
            BrowserCommand::MiddleClick(_) => "middle_click",
            BrowserCommand::DoubleClick(_) => "double_click",
            BrowserCommand::TripleClick(_) => "triple_click",
            BrowserCommand::Hover(_) => "hover",
            BrowserCommand::LeftClickDrag(_) => "left_click_drag",
            BrowserCommand::LeftMouseDown(_) => "left_mouse_down",
            BrowserCommand::LeftMouseUp(_) => "left_mouse_up",
            BrowserCommand::MouseMove(_) => "mouse_move",
            BrowserCommand::Scroll(_) => "scroll",
            BrowserCommand::Type(_) => "type",
            BrowserCommand::Key(_) => "key",
            BrowserCommand::HoldKey(_) => "hold_key",
            BrowserCommand::Wait(_) => "wait",
            BrowserCommand::JavascriptExec(_) => "javascript_exec",
            BrowserCommand::Other(_) => "other",
        }
    }

    /// The reply for a method that returned nothing; `None` for commands that must return an answer.
    #[must_use]
    pub fn done(&self) -> Option<String> {
        done(&BROWSER, self.name(), self)
    }
}

/// Tabs, pages, mouse and keyboard of a browser: the toolset `browser`. Each command is a method; one that is not
/// written answers that it is not supported. Let [`supports`](Self::supports) return whether a command is written: the
/// model is offered no others.
///
/// Pages can make the model navigate, type and run code against the user's will: give it a profile and a machine of its
/// own, restrict its addresses, and set a hook that asks the user ([`ToolRun::approve`](crate::ToolRun::approve)).
/// Commands of a turn run one after another, and the first failure ends them.
pub trait BrowserTool<C: Send + 'static = ()>: Send + Sync + 'static {
    /// Whether this command is written: one of [`BROWSER_ACTIONS`].
    fn supports(&self, action: &str) -> bool {
        let _ = action;
        true
    }

    /// The definition that is sent: the toolset with the [supported](Self::supports) commands.
    fn definition(&self) -> Tool {
        BROWSER.definition(|action| self.supports(action))
    }

    /// Opens an address, or moves in the history.
    fn navigate(
        &self,
        command: BrowserNavigateCommand,
        context: C,
    ) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("navigate"))
    }

    /// Lists the open tabs.
    fn list_tabs(&self, context: C) -> impl Future<Output = CommandResult> + Send {
        let _ = context;
        ready(unsupported("list_tabs"))
    }

    /// Opens a tab.
    fn new_tab(&self, context: C) -> impl Future<Output = CommandResult> + Send {
        let _ = context;
        ready(unsupported("new_tab"))
    }

    /// Makes a tab the active one.
    fn switch_tab(
        &self,
        command: BrowserTabCommand,
        context: C,
    ) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("switch_tab"))
    }

    /// Closes a tab.
    fn close_tab(
        &self,
        command: BrowserTabCommand,
        context: C,
    ) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("close_tab"))
    }

    /// Reads the elements of a page, with references.
    fn read_page(
        &self,
        command: BrowserReadPageCommand,
        context: C,
    ) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("read_page"))
    }

    /// Reads the text of a page.
    fn get_page_text(
        &self,
        command: BrowserPageCommand,
        context: C,
    ) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("get_page_text"))
    }

    /// Reads the messages of the console.
    fn read_console(
        &self,
        command: BrowserPageCommand,
        context: C,
    ) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("read_console"))
    }

    /// Reads the requests of a page.
    fn read_network(
        &self,
        command: BrowserPageCommand,
        context: C,
    ) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("read_network"))
    }

    /// Finds elements by a description.
    fn find(&self, command: BrowserFindCommand, context: C) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("find"))
    }

    /// Sets the value of an element of a form.
    fn form_input(
        &self,
        command: BrowserFormInputCommand,
        context: C,
    ) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("form_input"))
    }

    /// Gives files to an element.
    fn file_upload(
        &self,
        command: BrowserFileUploadCommand,
        context: C,
    ) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("file_upload"))
    }

    /// Scrolls until an element is visible.
    fn scroll_to(
        &self,
        command: BrowserScrollToCommand,
        context: C,
    ) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("scroll_to"))
    }

    /// Shows the visible area of a page. Returns [`ToolReply::image`](super::ToolReply::image).
    fn screenshot(
        &self,
        command: BrowserPageCommand,
        context: C,
    ) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("screenshot"))
    }

    /// Shows a part of the page, enlarged. Returns [`ToolReply::image`](super::ToolReply::image).
    fn zoom(&self, command: BrowserZoomCommand, context: C) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("zoom"))
    }

    /// Clicks the left button.
    fn left_click(
        &self,
        command: BrowserClickCommand,
        context: C,
    ) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("left_click"))
    }

    /// Clicks the right button.
    fn right_click(
        &self,
        command: BrowserClickCommand,
        context: C,
    ) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("right_click"))
    }

    /// Clicks the middle button.
    fn middle_click(
        &self,
        command: BrowserClickCommand,
        context: C,
    ) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("middle_click"))
    }

    /// Clicks the left button twice.
    fn double_click(
        &self,
        command: BrowserClickCommand,
        context: C,
    ) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("double_click"))
    }

    /// Clicks the left button three times.
    fn triple_click(
        &self,
        command: BrowserClickCommand,
        context: C,
    ) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("triple_click"))
    }

    /// Moves the cursor to a point or onto an element.
    fn hover(&self, command: BrowserHoverCommand, context: C) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("hover"))
    }

    /// Presses the left button, moves, releases it.
    fn left_click_drag(
        &self,
        command: BrowserDragCommand,
        context: C,
    ) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("left_click_drag"))
    }

    /// Presses the left button.
    fn left_mouse_down(
        &self,
        command: BrowserMouseCommand,
        context: C,
    ) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("left_mouse_down"))
    }

    /// Releases the left button.
    fn left_mouse_up(
        &self,
        command: BrowserMouseCommand,
        context: C,
    ) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("left_mouse_up"))
    }

    /// Moves the cursor.
    fn mouse_move(
        &self,
        command: BrowserMouseCommand,
        context: C,
    ) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("mouse_move"))
    }

    /// Turns the wheel.
    fn scroll(
        &self,
        command: BrowserScrollCommand,
        context: C,
    ) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("scroll"))
    }

    /// Types a text.
    fn type_text(
        &self,
        command: BrowserTypeCommand,
        context: C,
    ) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("type"))
    }

    /// Presses a key, or several together.
    fn key(&self, command: BrowserKeyCommand, context: C) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("key"))
    }

    /// Holds a key, or several together.
    fn hold_key(
        &self,
        command: BrowserHoldKeyCommand,
        context: C,
    ) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("hold_key"))
    }

    /// Waits.
    fn wait(&self, command: BrowserWaitCommand, context: C) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("wait"))
    }

    /// Runs code in the page.
    fn javascript_exec(
        &self,
        command: BrowserScriptCommand,
        context: C,
    ) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("javascript_exec"))
    }

    /// Runs a command that this version does not know, given its whole input.
    fn other(&self, input: Json, context: C) -> impl Future<Output = CommandResult> + Send {
        let _ = (input, context);
        ready(unsupported("other"))
    }

    /// Runs the method of a command. Override it to run code before and after each of them.
    fn dispatch(&self, command: BrowserCommand, context: C) -> impl Future<Output = CommandResult> + Send {
        async move {
            if !matches!(command, BrowserCommand::Other(_)) && !self.supports(command.name()) {
                return unsupported(command.name());
            }
            match command {
                BrowserCommand::Navigate(command) => self.navigate(command, context).await,
                BrowserCommand::ListTabs => self.list_tabs(context).await,
                BrowserCommand::NewTab => self.new_tab(context).await,
                BrowserCommand::SwitchTab(command) => self.switch_tab(command, context).await,
                BrowserCommand::CloseTab(command) => self.close_tab(command, context).await,
                BrowserCommand::ReadPage(command) => self.read_page(command, context).await,
                BrowserCommand::GetPageText(command) => self.get_page_text(command, context).await,
                BrowserCommand::ReadConsole(command) => self.read_console(command, context).await,
                BrowserCommand::ReadNetwork(command) => self.read_network(command, context).await,
                BrowserCommand::Find(command) => self.find(command, context).await,
                BrowserCommand::FormInput(command) => self.form_input(command, context).await,
                BrowserCommand::FileUpload(command) => self.file_upload(command, context).await,
                BrowserCommand::ScrollTo(command) => self.scroll_to(command, context).await,
                BrowserCommand::Screenshot(command) => self.screenshot(command, context).await,
                BrowserCommand::Zoom(command) => self.zoom(command, context).await,
                BrowserCommand::LeftClick(command) => self.left_click(command, context).await,
                BrowserCommand::RightClick(command) => self.right_click(command, context).await,
                BrowserCommand::MiddleClick(command) => self.middle_click(command, context).await,
                BrowserCommand::DoubleClick(command) => self.double_click(command, context).await,
                BrowserCommand::TripleClick(command) => self.triple_click(command, context).await,
                BrowserCommand::Hover(command) => self.hover(command, context).await,
                BrowserCommand::LeftClickDrag(command) => self.left_click_drag(command, context).await,
                BrowserCommand::LeftMouseDown(command) => self.left_mouse_down(command, context).await,
                BrowserCommand::LeftMouseUp(command) => self.left_mouse_up(command, context).await,
                BrowserCommand::MouseMove(command) => self.mouse_move(command, context).await,
                BrowserCommand::Scroll(command) => self.scroll(command, context).await,
                BrowserCommand::Type(command) => self.type_text(command, context).await,
                BrowserCommand::Key(command) => self.key(command, context).await,
                BrowserCommand::HoldKey(command) => self.hold_key(command, context).await,
                BrowserCommand::Wait(command) => self.wait(command, context).await,
                BrowserCommand::JavascriptExec(command) => self.javascript_exec(command, context).await,
                BrowserCommand::Other(input) => self.other(input, context).await,
            }
        }
    }
}

impl<C: Send + 'static> Toolbox<C> {
    /// Adds the browser: its definition, and the implementation of its commands.
    ///
    /// # Errors
    /// As for [`add`](Self::add), and [`ErrorKind::Config`](crate::ErrorKind::Config) if it supports no command: the
    /// service refuses a toolset without members.
    pub fn add_browser<T: BrowserTool<C>>(self, tool: T) -> Result<Toolbox<C>> {
        BROWSER.check(|action| tool.supports(action))?;
        let tool = Arc::new(tool);
        self.add_raw(tool.definition(), move |call: ToolCall, context: C| {
            let tool = Arc::clone(&tool);
            async move {
                let member = call.toolset.is_some().then_some(call.name.as_str());
                let command = BrowserCommand::read(member, &call.input)?;
                let done = command.done();
                Ok(tool.dispatch(command, context).await?.or(done))
            }
        })
    }
}
