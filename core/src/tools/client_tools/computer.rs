//! The computer: the model looks at a screen, and works with mouse and keyboard.

use std::future::{Future, ready};

use serde::{Serialize, Serializer};

use super::fields::Fields;
use super::{CommandResult, unsupported};
use crate::json::Json;
use crate::model::Tool;
use crate::tools::toolbox::ToolError;

/// The longest time that a key is held or the model waits, in seconds (protocol §1.6).
const MOST_SECONDS: f64 = 100.0;
/// How often a key is pressed by one call, at most.
const MOST_REPEATS: u64 = 100;
const POINT: &str = "[x, y] in pixels of the screenshot, from 0 on";
const REGION: &str = "[x0, y0, x1, y1] in pixels of the screenshot, with x0 < x1 and y0 < y1";

/// A place on the screen, in pixels of the screenshots, from the upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// Pixels from the left edge.
    pub x: u32,
    /// Pixels from the upper edge.
    pub y: u32,
}

impl Serialize for Point {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.x, self.y].serialize(serializer)
    }
}

/// A click, of whatever button and however often.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ClickCommand {
    /// Where; where the cursor is without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coordinate: Option<Point>,
    /// Keys that are held meanwhile, such as `ctrl+shift`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// Move the cursor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct MouseMoveCommand {
    /// Where to.
    pub coordinate: Point,
}

/// Press the left button, move, let it go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct DragCommand {
    /// Where the button is pressed.
    pub start_coordinate: Point,
    /// Where it is let go.
    pub coordinate: Point,
    /// Keys that are held meanwhile, such as `ctrl+shift`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// Where a wheel turns to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum ScrollDirection {
    Up,
    Down,
    Left,
    Right,
}

/// Turn the wheel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ScrollCommand {
    /// Where; where the cursor is without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coordinate: Option<Point>,
    /// Which way.
    pub scroll_direction: ScrollDirection,
    /// How many clicks of the wheel.
    pub scroll_amount: u32,
    /// Keys that are held meanwhile, such as `ctrl+shift`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// Press a key, or several together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct KeyCommand {
    /// The keys, joined by `+`: `ctrl+s`, `Page_Down`. Case does not count.
    pub text: String,
    /// How often, from 1 to 100.
    pub repeat: u32,
}

/// Hold a key, or several together.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct HoldKeyCommand {
    /// The keys, joined by `+`.
    pub text: String,
    /// How long, in seconds, from 0 to 100.
    pub duration: f64,
}

/// Type a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct TypeCommand {
    /// The text.
    pub text: String,
}

/// Wait.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct WaitCommand {
    /// How long, in seconds, from 0 to 100.
    pub duration: f64,
}

/// Show a part of the screen, enlarged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ZoomCommand {
    /// The left, upper, right and lower edge of the part, in pixels of the screenshots.
    pub region: [u32; 4],
}

impl ClickCommand {
    fn read(fields: &Fields) -> Result<ClickCommand, ToolError> {
        Ok(ClickCommand { coordinate: optional_point(fields)?, text: fields.optional_text("text")? })
    }
}

fn point(fields: &Fields, key: &str) -> Result<Point, ToolError> {
    fields.wholes(key, POINT).map(|[x, y]| Point { x, y })
}

fn optional_point(fields: &Fields) -> Result<Option<Point>, ToolError> {
    Ok(fields.optional_wholes("coordinate", POINT)?.map(|[x, y]| Point { x, y }))
}

/// A number within the bounds that were checked.
fn few(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

macro_rules! computer {
    ($(
        $(#[$doc:meta])*
        $action:literal $variant:ident $method:ident $(($arg:ident: $command:ty))? = $read:expr, $done:expr;
    )+) => {
        /// An action that the model requests of the computer (protocol §1.6).
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[serde(tag = "action")]
        #[non_exhaustive]
        pub enum ComputerCommand {
            $(
                $(#[$doc])*
                #[serde(rename = $action)]
                $variant $(($command))?,
            )+
            /// An action of a later version: the whole input.
            #[serde(untagged)]
            Other(Json),
        }

        /// All actions, as the service names them.
        pub const COMPUTER_ACTIONS: &[&str] = &[$($action),+];

        impl ComputerCommand {
            /// Reads the input of a call. `member` is the name of the call if it belongs to the toolset; the single
            /// tool of earlier versions has the action in its input.
            ///
            /// # Errors
            /// For the model: the field that is missing or invalid.
            pub fn read(member: Option<&str>, input: &Json) -> Result<ComputerCommand, ToolError> {
                let fields = Fields::of("computer", input)?;
                let action = match member {
                    Some(member) => member.to_owned(),
                    None => fields.text("action")?,
                };
                let read: Command = match action.as_str() {
                    $($action => $read,)+
                    _ => |_| Ok(None),
                };
                Ok(read(&fields)?.unwrap_or_else(|| ComputerCommand::Other(input.clone())))
            }

            /// Which action it is, as the service names it; `other` for one that this version does not know.
            #[must_use]
            pub fn name(&self) -> &'static str {
                match self {
                    $(ComputerCommand::$variant { .. } => $action,)+
                    ComputerCommand::Other(_) => "other",
                }
            }

            /// The reply for an action that returned nothing; `None` for actions that must return an answer.
            #[must_use]
            pub fn done(&self) -> Option<String> {
                match self {
                    $(ComputerCommand::$variant $(($arg))? => $done,)+
                    ComputerCommand::Other(_) => None,
                }
            }
        }

        /// The computer behind the toolset. Each action is a method. One that is not written answers that it is not
        /// supported; let [`supports`](Self::supports) tell which those are, and the model is not offered them.
        ///
        /// Screen content can make the model type and click unintended things: give it a machine of its own, and a hook
        /// that asks the user ([`ToolRun::approve`](crate::ToolRun::approve)). Actions of a turn are run one after
        /// another, and the first failure ends them.
        pub trait ComputerTool<C: Send + 'static = ()>: Send + Sync + 'static {
            /// Whether this action is there: one of [`COMPUTER_ACTIONS`].
            fn supports(&self, action: &str) -> bool {
                let _ = action;
                true
            }

            /// The definition that is sent: the toolset, without the actions that are not [supported](Self::supports).
            /// The single tool of earlier versions is [`Tool::computer`].
            fn definition(&self) -> Tool {
                computer_toolset(|action| self.supports(action))
            }

            $(
                $(#[$doc])*
                fn $method(&self, $($arg: $command,)? context: C) -> impl Future<Output = CommandResult> + Send {
                    let _ = ($($arg,)? context);
                    ready(unsupported($action))
                }
            )+

            /// An action that this version does not know: the whole input.
            fn other(&self, input: Json, context: C) -> impl Future<Output = CommandResult> + Send {
                let _ = (input, context);
                ready(unsupported("other"))
            }

            /// Runs the method of an action. Override it to run code before and after each of them.
            fn dispatch(
                &self,
                command: ComputerCommand,
                context: C,
            ) -> impl Future<Output = CommandResult> + Send {
                async move {
                    if !matches!(command, ComputerCommand::Other(_)) && !self.supports(command.name()) {
                        return unsupported(command.name());
                    }
                    match command {
                        $(ComputerCommand::$variant $(($arg))? => self.$method($($arg,)? context).await,)+
                        ComputerCommand::Other(input) => self.other(input, context).await,
                    }
                }
            }
        }
    };
}

/// Reads one action.
type Command = fn(&Fields) -> Result<Option<ComputerCommand>, ToolError>;

fn said(text: &str) -> Option<String> {
    Some(text.to_owned())
}

computer! {
    /// Press a key, or several together.
    "key" Key key(command: KeyCommand) = |fields| {
        let repeat = few(fields.whole_or("repeat", 1, 1, MOST_REPEATS)?);
        Ok(Some(ComputerCommand::Key(KeyCommand { text: fields.words("text")?, repeat })))
    }, Some(format!("Pressed {}.", command.text));
    /// Hold a key, or several together.
    "hold_key" HoldKey hold_key(command: HoldKeyCommand) = |fields| {
        let duration = fields.seconds("duration", MOST_SECONDS)?;
        Ok(Some(ComputerCommand::HoldKey(HoldKeyCommand { text: fields.words("text")?, duration })))
    }, Some(format!("Held {} for {}s.", command.text, command.duration));
    /// Type a text.
    "type" Type type_text(command: TypeCommand) = |fields| {
        Ok(Some(ComputerCommand::Type(TypeCommand { text: fields.text("text")? })))
    }, { let _ = command; said("Typed.") };
    /// Tell where the cursor is: [`ToolReply::point`](super::ToolReply::point).
    "cursor_position" CursorPosition cursor_position = |_| Ok(Some(ComputerCommand::CursorPosition)), None;
    /// Move the cursor.
    "mouse_move" MouseMove mouse_move(command: MouseMoveCommand) = |fields| {
        let coordinate = point(fields, "coordinate")?;
        Ok(Some(ComputerCommand::MouseMove(MouseMoveCommand { coordinate })))
    }, { let _ = command; said("Moved the mouse.") };
    /// Press the left button, and keep it pressed.
    "left_mouse_down" LeftMouseDown left_mouse_down =
        |_| Ok(Some(ComputerCommand::LeftMouseDown)), said("Left mouse button pressed.");
    /// Let the left button go.
    "left_mouse_up" LeftMouseUp left_mouse_up =
        |_| Ok(Some(ComputerCommand::LeftMouseUp)), said("Left mouse button released.");
    /// Click the left button.
    "left_click" LeftClick left_click(command: ClickCommand) =
        |fields| Ok(Some(ComputerCommand::LeftClick(ClickCommand::read(fields)?))),
        { let _ = command; said("Clicked.") };
    /// Press the left button, move, let it go.
    "left_click_drag" LeftClickDrag left_click_drag(command: DragCommand) = |fields| {
        Ok(Some(ComputerCommand::LeftClickDrag(DragCommand {
            start_coordinate: point(fields, "start_coordinate")?,
            coordinate: point(fields, "coordinate")?,
            text: fields.optional_text("text")?,
        })))
    }, { let _ = command; said("Dragged.") };
    /// Click the right button.
    "right_click" RightClick right_click(command: ClickCommand) =
        |fields| Ok(Some(ComputerCommand::RightClick(ClickCommand::read(fields)?))),
        { let _ = command; said("Right-clicked.") };
    /// Click the middle button.
    "middle_click" MiddleClick middle_click(command: ClickCommand) =
        |fields| Ok(Some(ComputerCommand::MiddleClick(ClickCommand::read(fields)?))),
        { let _ = command; said("Middle-clicked.") };
    /// Click the left button twice.
    "double_click" DoubleClick double_click(command: ClickCommand) =
        |fields| Ok(Some(ComputerCommand::DoubleClick(ClickCommand::read(fields)?))),
        { let _ = command; said("Double-clicked.") };
    /// Click the left button three times.
    "triple_click" TripleClick triple_click(command: ClickCommand) =
        |fields| Ok(Some(ComputerCommand::TripleClick(ClickCommand::read(fields)?))),
        { let _ = command; said("Triple-clicked.") };
    /// Turn the wheel.
    "scroll" Scroll scroll(command: ScrollCommand) = |fields| {
        let direction = match fields.text("scroll_direction")?.as_str() {
            "up" => ScrollDirection::Up,
            "down" => ScrollDirection::Down,
            "left" => ScrollDirection::Left,
            "right" => ScrollDirection::Right,
            _ => return Err(fields.refuse("scroll_direction", "up, down, left or right")),
        };
        Ok(Some(ComputerCommand::Scroll(ScrollCommand {
            coordinate: optional_point(fields)?,
            scroll_direction: direction,
            scroll_amount: few(fields.whole("scroll_amount", 0, u64::from(u32::MAX))?),
            text: fields.optional_text("text")?,
        })))
    }, said(match command.scroll_direction {
        ScrollDirection::Up => "Scrolled up.",
        ScrollDirection::Down => "Scrolled down.",
        ScrollDirection::Left => "Scrolled left.",
        ScrollDirection::Right => "Scrolled right.",
    });
    /// Wait.
    "wait" Wait wait(command: WaitCommand) = |fields| {
        let duration = fields.seconds("duration", MOST_SECONDS)?;
        Ok(Some(ComputerCommand::Wait(WaitCommand { duration })))
    }, Some(format!("Waited {}s.", command.duration));
    /// Show the screen: [`ToolReply::image`](super::ToolReply::image).
    "screenshot" Screenshot screenshot = |_| Ok(Some(ComputerCommand::Screenshot)), None;
    /// Show a part of the screen, enlarged.
    "zoom" Zoom zoom(command: ZoomCommand) = |fields| {
        let region: [u32; 4] = fields.wholes("region", REGION)?;
        let [left, upper, right, lower] = region;
        match left < right && upper < lower {
            true => Ok(Some(ComputerCommand::Zoom(ZoomCommand { region }))),
            false => Err(fields.refuse("region", REGION)),
        }
    }, { let _ = command; None };
}

/// The toolset, without the actions that are not supported: they are disabled in its `configs` (protocol §1.6).
#[must_use]
pub fn computer_toolset(supports: impl Fn(&str) -> bool) -> Tool {
    let off = |action: &&str| ((*action).to_owned(), serde_json::json!({ "enabled": false }));
    let configs: serde_json::Map<String, serde_json::Value> =
        COMPUTER_ACTIONS.iter().filter(|action| !supports(action)).map(off).collect();
    let tool = Tool::computer_toolset();
    match Json::from_serialize(&configs) {
        Ok(json) if !configs.is_empty() => tool.option("configs", json),
        _ => tool,
    }
}
