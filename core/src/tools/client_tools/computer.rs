//! Screen, mouse and keyboard: the toolset `computer`.
//!
//! Made from `schema/toolsets.toml` by `make generate`.

use std::future::{Future, ready};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::targets::Point;
use super::toolset::{Field, Kind, Member, Presence, Toolset, done, typed};
use super::{CommandResult, unsupported};
use crate::error::Result;
use crate::json::Json;
use crate::model::Tool;
use crate::tools::calls::ToolCall;
use crate::tools::toolbox::{ToolError, Toolbox};

/// All actions, as the service names them.
pub const COMPUTER_ACTIONS: &[&str] = &[
    "key",
    "hold_key",
    "type",
    "cursor_position",
    "mouse_move",
    "left_mouse_down",
    "left_mouse_up",
    "left_click",
    "left_click_drag",
    "right_click",
    "middle_click",
    "double_click",
    "triple_click",
    "scroll",
    "wait",
    "screenshot",
    "zoom",
];

/// The toolset `computer`.
pub(super) static COMPUTER: Toolset = Toolset {
    name: "computer",
    kind: "computer_toolset_20260801",
    members: &[
        Member { name: "key", fields: KEY, done: Some("Pressed {text}."), is_on: true },
        Member {
            name: "hold_key",
            fields: HOLD_KEY,
            done: Some("Held {text} for {duration}s."),
            is_on: true,
        },
        Member { name: "type", fields: TYPE, done: Some("Typed."), is_on: true },
        Member { name: "cursor_position", fields: &[], done: None, is_on: true },
        Member { name: "mouse_move", fields: MOUSE_MOVE, done: Some("Moved the mouse."), is_on: true },
        Member {
            name: "left_mouse_down",
            fields: &[],
            done: Some("Left mouse button pressed."),
            is_on: true,
        },
        Member { name: "left_mouse_up", fields: &[], done: Some("Left mouse button released."), is_on: true },
        Member { name: "left_click", fields: CLICK, done: Some("Clicked."), is_on: true },
        Member { name: "left_click_drag", fields: DRAG, done: Some("Dragged."), is_on: true },
        Member { name: "right_click", fields: CLICK, done: Some("Right-clicked."), is_on: true },
        Member { name: "middle_click", fields: CLICK, done: Some("Middle-clicked."), is_on: true },
        Member { name: "double_click", fields: CLICK, done: Some("Double-clicked."), is_on: true },
        Member { name: "triple_click", fields: CLICK, done: Some("Triple-clicked."), is_on: true },
        Member { name: "scroll", fields: SCROLL, done: Some("Scrolled {scroll_direction}."), is_on: true },
        Member { name: "wait", fields: WAIT, done: Some("Waited {duration}s."), is_on: true },
        Member { name: "screenshot", fields: &[], done: None, is_on: true },
        Member { name: "zoom", fields: ZOOM, done: None, is_on: true },
    ],
};

const CLICK: &[Field] = &[
    Field { name: "coordinate", kind: Kind::Point, presence: Presence::Optional },
    Field { name: "text", kind: Kind::Text, presence: Presence::Optional },
];

const MOUSE_MOVE: &[Field] = &[Field { name: "coordinate", kind: Kind::Point, presence: Presence::Required }];

const DRAG: &[Field] = &[
    Field { name: "start_coordinate", kind: Kind::Point, presence: Presence::Required },
    Field { name: "coordinate", kind: Kind::Point, presence: Presence::Required },
    Field { name: "text", kind: Kind::Text, presence: Presence::Optional },
];

const SCROLL: &[Field] = &[
    Field {
        name: "scroll_direction",
        kind: Kind::Choice(&["up", "down", "left", "right"], "up, down, left or right"),
        presence: Presence::Required,
    },
    Field { name: "scroll_amount", kind: Kind::Count, presence: Presence::Required },
    Field { name: "coordinate", kind: Kind::Point, presence: Presence::Optional },
    Field { name: "text", kind: Kind::Text, presence: Presence::Optional },
];

const KEY: &[Field] = &[
    Field { name: "text", kind: Kind::Words, presence: Presence::Required },
    Field { name: "repeat", kind: Kind::Times, presence: Presence::Default(1) },
];

const HOLD_KEY: &[Field] = &[
    Field { name: "text", kind: Kind::Words, presence: Presence::Required },
    Field { name: "duration", kind: Kind::Seconds, presence: Presence::Required },
];

const TYPE: &[Field] = &[Field { name: "text", kind: Kind::Text, presence: Presence::Required }];

const WAIT: &[Field] = &[Field { name: "duration", kind: Kind::Seconds, presence: Presence::Required }];

const ZOOM: &[Field] = &[Field { name: "region", kind: Kind::Region, presence: Presence::Required }];

/// The direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum ScrollDirection {
    Up,
    Down,
    Left,
    Right,
}

/// A click, at a point or where the cursor is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ClickCommand {
    /// The point, in pixels of the screenshots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coordinate: Option<Point>,
    /// Keys to hold meanwhile, such as `ctrl+shift`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// Move the cursor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MouseMoveCommand {
    /// The point, in pixels of the screenshots.
    pub coordinate: Point,
}

/// Press the left button, move, release it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct DragCommand {
    /// The point where the button is pressed.
    pub start_coordinate: Point,
    /// The point, in pixels of the screenshots.
    pub coordinate: Point,
    /// Keys to hold meanwhile, such as `ctrl+shift`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// Turn the wheel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ScrollCommand {
    /// The direction.
    pub scroll_direction: ScrollDirection,
    /// The distance in steps of the wheel.
    pub scroll_amount: u32,
    /// The point, in pixels of the screenshots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coordinate: Option<Point>,
    /// Keys to hold meanwhile, such as `ctrl+shift`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// Press keys such as `ctrl+s` or `Page_Down`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct KeyCommand {
    /// The keys, joined by `+`.
    pub text: String,
    /// Number of repetitions, from 1 to 100.
    pub repeat: u32,
}

/// Hold keys for a time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct HoldKeyCommand {
    /// The keys, joined by `+`.
    pub text: String,
    /// The duration in seconds, from 0 to 100.
    pub duration: f64,
}

/// Type a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TypeCommand {
    /// The text.
    pub text: String,
}

/// Wait.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WaitCommand {
    /// The duration in seconds, from 0 to 100.
    pub duration: f64,
}

/// Show a part of the screen, enlarged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ZoomCommand {
    /// The left, upper, right and lower edge of the part, in pixels of the screenshots.
    pub region: [u32; 4],
}

/// A command that the model sends to a computer (protocol §1.6).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "action")]
#[non_exhaustive]
pub enum ComputerCommand {
    /// Presses a key, or several together.
    #[serde(rename = "key")]
    Key(KeyCommand),
    /// Holds a key, or several together.
    #[serde(rename = "hold_key")]
    HoldKey(HoldKeyCommand),
    /// Types a text.
    #[serde(rename = "type")]
    Type(TypeCommand),
    /// Reports the position of the cursor.
    #[serde(rename = "cursor_position")]
    CursorPosition,
    /// Moves the cursor.
    #[serde(rename = "mouse_move")]
    MouseMove(MouseMoveCommand),
    /// Presses the left button.
    #[serde(rename = "left_mouse_down")]
    LeftMouseDown,
    /// Releases the left button.
    #[serde(rename = "left_mouse_up")]
    LeftMouseUp,
    /// Clicks the left button.
    #[serde(rename = "left_click")]
    LeftClick(ClickCommand),
    /// Presses the left button, moves, releases it.
    #[serde(rename = "left_click_drag")]
    LeftClickDrag(DragCommand),
    /// Clicks the right button.
    #[serde(rename = "right_click")]
    RightClick(ClickCommand),
    /// Clicks the middle button.
    #[serde(rename = "middle_click")]
    MiddleClick(ClickCommand),
    /// Clicks the left button twice.
    #[serde(rename = "double_click")]
    DoubleClick(ClickCommand),
    /// Clicks the left button three times.
    #[serde(rename = "triple_click")]
    TripleClick(ClickCommand),
    /// Turns the wheel.
    #[serde(rename = "scroll")]
    Scroll(ScrollCommand),
    /// Waits.
    #[serde(rename = "wait")]
    Wait(WaitCommand),
    /// Shows the screen.
    #[serde(rename = "screenshot")]
    Screenshot,
    /// Shows a part of the screen, enlarged.
    #[serde(rename = "zoom")]
    Zoom(ZoomCommand),
    /// A command of a later version: the whole input.
    #[serde(untagged)]
    Other(Json),
}

impl ComputerCommand {
    /// Reads the input of a call. `member` is the name of the call if it belongs to the toolset; a single tool of
    /// earlier versions has the name as `action` in its input.
    ///
    /// # Errors
    /// For the model: the field that is missing or invalid.
    pub fn read(member: Option<&str>, input: &Json) -> std::result::Result<ComputerCommand, ToolError> {
        let Some(command) = COMPUTER.read(member, input)? else {
            return Ok(ComputerCommand::Other(input.clone()));
        };
        Ok(match command.name {
            "key" => ComputerCommand::Key(typed(command)?),
            "hold_key" => ComputerCommand::HoldKey(typed(command)?),
            "type" => ComputerCommand::Type(typed(command)?),
            "cursor_position" => ComputerCommand::CursorPosition,
            "mouse_move" => ComputerCommand::MouseMove(typed(command)?),
            "left_mouse_down" => ComputerCommand::LeftMouseDown,
            "left_mouse_up" => ComputerCommand::LeftMouseUp,
            "left_click" => ComputerCommand::LeftClick(typed(command)?),
            "left_click_drag" => ComputerCommand::LeftClickDrag(typed(command)?),
            "right_click" => ComputerCommand::RightClick(typed(command)?),
            "middle_click" => ComputerCommand::MiddleClick(typed(command)?),
            "double_click" => ComputerCommand::DoubleClick(typed(command)?),
            "triple_click" => ComputerCommand::TripleClick(typed(command)?),
            "scroll" => ComputerCommand::Scroll(typed(command)?),
            "wait" => ComputerCommand::Wait(typed(command)?),
            "screenshot" => ComputerCommand::Screenshot,
            "zoom" => ComputerCommand::Zoom(typed(command)?),
            _ => ComputerCommand::Other(input.clone()),
        })
    }

    /// The name of the command at the service; `other` for one that this version does not know.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            ComputerCommand::Key(_) => "key",
            ComputerCommand::HoldKey(_) => "hold_key",
            ComputerCommand::Type(_) => "type",
            ComputerCommand::CursorPosition => "cursor_position",
            ComputerCommand::MouseMove(_) => "mouse_move",
            ComputerCommand::LeftMouseDown => "left_mouse_down",
            ComputerCommand::LeftMouseUp => "left_mouse_up",
            ComputerCommand::LeftClick(_) => "left_click",
            ComputerCommand::LeftClickDrag(_) => "left_click_drag",
            ComputerCommand::RightClick(_) => "right_click",
            ComputerCommand::MiddleClick(_) => "middle_click",
            ComputerCommand::DoubleClick(_) => "double_click",
            ComputerCommand::TripleClick(_) => "triple_click",
            ComputerCommand::Scroll(_) => "scroll",
            ComputerCommand::Wait(_) => "wait",
            ComputerCommand::Screenshot => "screenshot",
            ComputerCommand::Zoom(_) => "zoom",
            ComputerCommand::Other(_) => "other",
        }
    }

    /// The reply for a method that returned nothing; `None` for commands that must return an answer.
    #[must_use]
    pub fn done(&self) -> Option<String> {
        done(&COMPUTER, self.name(), self)
    }
}

/// Screen, mouse and keyboard: the toolset `computer`. Each command is a method; one that is not written answers that
/// it is not supported. Let [`supports`](Self::supports) return whether a command is written: the model is offered no
/// others.
///
/// Content of the screen can make the model type and click unwanted things: give it a machine of its own, and a hook
/// that asks the user ([`ToolRun::approve`](crate::ToolRun::approve)). Commands of a turn run one after another, and
/// the first failure ends them.
pub trait ComputerTool<C: Send + 'static = ()>: Send + Sync + 'static {
    /// Whether this command is written: one of [`COMPUTER_ACTIONS`].
    fn supports(&self, action: &str) -> bool {
        let _ = action;
        true
    }

    /// The definition that is sent: the toolset with the [supported](Self::supports) commands.
    fn definition(&self) -> Tool {
        COMPUTER.definition(|action| self.supports(action))
    }

    /// Presses a key, or several together.
    fn key(&self, command: KeyCommand, context: C) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("key"))
    }

    /// Holds a key, or several together.
    fn hold_key(&self, command: HoldKeyCommand, context: C) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("hold_key"))
    }

    /// Types a text.
    fn type_text(&self, command: TypeCommand, context: C) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("type"))
    }

    /// Reports the position of the cursor. Returns [`ToolReply::point`](super::ToolReply::point).
    fn cursor_position(&self, context: C) -> impl Future<Output = CommandResult> + Send {
        let _ = context;
        ready(unsupported("cursor_position"))
    }

    /// Moves the cursor.
    fn mouse_move(
        &self,
        command: MouseMoveCommand,
        context: C,
    ) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("mouse_move"))
    }

    /// Presses the left button.
    fn left_mouse_down(&self, context: C) -> impl Future<Output = CommandResult> + Send {
        let _ = context;
        ready(unsupported("left_mouse_down"))
    }

    /// Releases the left button.
    fn left_mouse_up(&self, context: C) -> impl Future<Output = CommandResult> + Send {
        let _ = context;
        ready(unsupported("left_mouse_up"))
    }

    /// Clicks the left button.
    fn left_click(&self, command: ClickCommand, context: C) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("left_click"))
    }

    /// Presses the left button, moves, releases it.
    fn left_click_drag(
        &self,
        command: DragCommand,
        context: C,
    ) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("left_click_drag"))
    }

    /// Clicks the right button.
    fn right_click(&self, command: ClickCommand, context: C) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("right_click"))
    }

    /// Clicks the middle button.
    fn middle_click(&self, command: ClickCommand, context: C) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("middle_click"))
    }

    /// Clicks the left button twice.
    fn double_click(&self, command: ClickCommand, context: C) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("double_click"))
    }

    /// Clicks the left button three times.
    fn triple_click(&self, command: ClickCommand, context: C) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("triple_click"))
    }

    /// Turns the wheel.
    fn scroll(&self, command: ScrollCommand, context: C) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("scroll"))
    }

    /// Waits.
    fn wait(&self, command: WaitCommand, context: C) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("wait"))
    }

    /// Shows the screen. Returns [`ToolReply::image`](super::ToolReply::image).
    fn screenshot(&self, context: C) -> impl Future<Output = CommandResult> + Send {
        let _ = context;
        ready(unsupported("screenshot"))
    }

    /// Shows a part of the screen, enlarged. Returns [`ToolReply::image`](super::ToolReply::image).
    fn zoom(&self, command: ZoomCommand, context: C) -> impl Future<Output = CommandResult> + Send {
        let _ = (command, context);
        ready(unsupported("zoom"))
    }

    /// Runs a command that this version does not know, given its whole input.
    fn other(&self, input: Json, context: C) -> impl Future<Output = CommandResult> + Send {
        let _ = (input, context);
        ready(unsupported("other"))
    }

    /// Runs the method of a command. Override it to run code before and after each of them.
    fn dispatch(&self, command: ComputerCommand, context: C) -> impl Future<Output = CommandResult> + Send {
        async move {
            if !matches!(command, ComputerCommand::Other(_)) && !self.supports(command.name()) {
                return unsupported(command.name());
            }
            match command {
                ComputerCommand::Key(command) => self.key(command, context).await,
                ComputerCommand::HoldKey(command) => self.hold_key(command, context).await,
                ComputerCommand::Type(command) => self.type_text(command, context).await,
                ComputerCommand::CursorPosition => self.cursor_position(context).await,
                ComputerCommand::MouseMove(command) => self.mouse_move(command, context).await,
                ComputerCommand::LeftMouseDown => self.left_mouse_down(context).await,
                ComputerCommand::LeftMouseUp => self.left_mouse_up(context).await,
                ComputerCommand::LeftClick(command) => self.left_click(command, context).await,
                ComputerCommand::LeftClickDrag(command) => self.left_click_drag(command, context).await,
                ComputerCommand::RightClick(command) => self.right_click(command, context).await,
                ComputerCommand::MiddleClick(command) => self.middle_click(command, context).await,
                ComputerCommand::DoubleClick(command) => self.double_click(command, context).await,
                ComputerCommand::TripleClick(command) => self.triple_click(command, context).await,
                ComputerCommand::Scroll(command) => self.scroll(command, context).await,
                ComputerCommand::Wait(command) => self.wait(command, context).await,
                ComputerCommand::Screenshot => self.screenshot(context).await,
                ComputerCommand::Zoom(command) => self.zoom(command, context).await,
                ComputerCommand::Other(input) => self.other(input, context).await,
            }
        }
    }
}

impl<C: Send + 'static> Toolbox<C> {
    /// Adds the computer: its definition, and the implementation of its commands.
    ///
    /// # Errors
    /// As for [`add`](Self::add), and [`ErrorKind::Config`](crate::ErrorKind::Config) if it supports no command: the
    /// service refuses a toolset without members.
    pub fn add_computer<T: ComputerTool<C>>(self, tool: T) -> Result<Toolbox<C>> {
        COMPUTER.check(|action| tool.supports(action))?;
        let tool = Arc::new(tool);
        self.add_raw(tool.definition(), move |call: ToolCall, context: C| {
            let tool = Arc::clone(&tool);
            async move {
                let member = call.toolset.is_some().then_some(call.name.as_str());
                let command = ComputerCommand::read(member, &call.input)?;
                let done = command.done();
                Ok(tool.dispatch(command, context).await?.or(done))
            }
        })
    }
}
