// The tools of a browser and of a computer, under the official SDK's names. Made out of schema/toolsets.toml by `make
// generate`. It must not hold anything that runs.

import type * as P from "parlour";
import type * as A from "parlour";

/** The configuration of a tool of a toolset. */
interface MemberConfig {
    /** Whether it may be called. */
    enabled?: boolean | null | undefined;
    /** Whether to hide it from the model until a tool search returns it. */
    defer_loading?: boolean | null | undefined;
}
/** A call of a tool of a toolset. */
type CallOf<Toolset extends string, Name extends string, Input> = A.ToolUseBlock & {
    /** The toolset; the result must repeat it. */
    toolset_name: Toolset;
    /** The tool. */
    name: Name;
    /** The arguments. */
    input: Input;
};
/** A point of the page. */
export interface BrowserCoordinateTarget {
    type: "coordinate";
    /** Pixels from the left edge of the visible area. */
    x: number;
    /** Pixels from the top edge of the visible area. */
    y: number;
}
/** An element of the page. */
export interface BrowserRefTarget {
    type: "ref";
    /** The reference that `read_page` or `find` returned in this tab. */
    ref: string;
}
/** A point or an element of the page. */
export type BrowserClickTarget = BrowserCoordinateTarget | BrowserRefTarget;
/** A value for an element of a form. */
export type BrowserFormInputValue = string | number | boolean;
/** The elements of a page to read. */
export type BrowserReadPageFilter = "all" | "interactive";
/** The direction. */
export type BrowserScrollDirection = "up" | "down" | "left" | "right";
/** The direction. */
export type ComputerScrollDirection = "up" | "down" | "left" | "right";

// The tools of a computer

/** The input of `key` of a computer. */
export interface ComputerKeyInput {
    /** The keys, joined by `+`. */
    text: string;
    /** Number of repetitions, from 1 to 100. */
    repeat?: number | null | undefined;
}
/** A call of `key` of a computer. */
export type ComputerKeyToolUseBlock = CallOf<"computer", "key", ComputerKeyInput>;
/** A call of `key` of a computer. */
export type ResponseComputerKeyToolUseBlock = ComputerKeyToolUseBlock;
/** The configuration of `key` of a computer. */
export type ComputerKeyConfig = MemberConfig;
/** The input of `hold_key` of a computer. */
export interface ComputerHoldKeyInput {
    /** The keys, joined by `+`. */
    text: string;
    /** The duration in seconds, from 0 to 100. */
    duration: number;
}
/** A call of `hold_key` of a computer. */
export type ComputerHoldKeyToolUseBlock = CallOf<"computer", "hold_key", ComputerHoldKeyInput>;
/** A call of `hold_key` of a computer. */
export type ResponseComputerHoldKeyToolUseBlock = ComputerHoldKeyToolUseBlock;
/** The configuration of `hold_key` of a computer. */
export type ComputerHoldKeyConfig = MemberConfig;
/** The input of `type` of a computer. */
export interface ComputerTypeInput {
    /** The text. */
    text: string;
}
/** A call of `type` of a computer. */
export type ComputerTypeToolUseBlock = CallOf<"computer", "type", ComputerTypeInput>;
/** A call of `type` of a computer. */
export type ResponseComputerTypeToolUseBlock = ComputerTypeToolUseBlock;
/** The configuration of `type` of a computer. */
export type ComputerTypeConfig = MemberConfig;
/** The input of `cursor_position` of a computer. */
export type ComputerCursorPositionInput = object;
/** A call of `cursor_position` of a computer. */
export type ComputerCursorPositionToolUseBlock = CallOf<
    "computer",
    "cursor_position",
    ComputerCursorPositionInput
>;
/** A call of `cursor_position` of a computer. */
export type ResponseComputerCursorPositionToolUseBlock = ComputerCursorPositionToolUseBlock;
/** The configuration of `cursor_position` of a computer. */
export type ComputerCursorPositionConfig = MemberConfig;
/** The input of `mouse_move` of a computer. */
export interface ComputerMouseMoveInput {
    /** The point, in pixels of the screenshots. */
    coordinate: number[];
}
/** A call of `mouse_move` of a computer. */
export type ComputerMouseMoveToolUseBlock = CallOf<"computer", "mouse_move", ComputerMouseMoveInput>;
/** A call of `mouse_move` of a computer. */
export type ResponseComputerMouseMoveToolUseBlock = ComputerMouseMoveToolUseBlock;
/** The configuration of `mouse_move` of a computer. */
export type ComputerMouseMoveConfig = MemberConfig;
/** The input of `left_mouse_down` of a computer. */
export type ComputerLeftMouseDownInput = object;
/** A call of `left_mouse_down` of a computer. */
export type ComputerLeftMouseDownToolUseBlock = CallOf<
    "computer",
    "left_mouse_down",
    ComputerLeftMouseDownInput
>;
/** A call of `left_mouse_down` of a computer. */
export type ResponseComputerLeftMouseDownToolUseBlock = ComputerLeftMouseDownToolUseBlock;
/** The configuration of `left_mouse_down` of a computer. */
export type ComputerLeftMouseDownConfig = MemberConfig;
/** The input of `left_mouse_up` of a computer. */
export type ComputerLeftMouseUpInput = object;
/** A call of `left_mouse_up` of a computer. */
export type ComputerLeftMouseUpToolUseBlock = CallOf<"computer", "left_mouse_up", ComputerLeftMouseUpInput>;
/** A call of `left_mouse_up` of a computer. */
export type ResponseComputerLeftMouseUpToolUseBlock = ComputerLeftMouseUpToolUseBlock;
/** The configuration of `left_mouse_up` of a computer. */
export type ComputerLeftMouseUpConfig = MemberConfig;
/** The input of `left_click` of a computer. */
export interface ComputerLeftClickInput {
    /** The point, in pixels of the screenshots. */
    coordinate?: number[] | null | undefined;
    /** Keys to hold meanwhile, such as `ctrl+shift`. */
    text?: string | null | undefined;
}
/** A call of `left_click` of a computer. */
export type ComputerLeftClickToolUseBlock = CallOf<"computer", "left_click", ComputerLeftClickInput>;
/** A call of `left_click` of a computer. */
export type ResponseComputerLeftClickToolUseBlock = ComputerLeftClickToolUseBlock;
/** The configuration of `left_click` of a computer. */
export type ComputerLeftClickConfig = MemberConfig;
/** The input of `left_click_drag` of a computer. */
export interface ComputerLeftClickDragInput {
    /** The point where the button is pressed. */
    start_coordinate: number[];
    /** The point, in pixels of the screenshots. */
    coordinate: number[];
    /** Keys to hold meanwhile, such as `ctrl+shift`. */
    text?: string | null | undefined;
}
/** A call of `left_click_drag` of a computer. */
export type ComputerLeftClickDragToolUseBlock = CallOf<
    "computer",
    "left_click_drag",
    ComputerLeftClickDragInput
>;
/** A call of `left_click_drag` of a computer. */
export type ResponseComputerLeftClickDragToolUseBlock = ComputerLeftClickDragToolUseBlock;
/** The configuration of `left_click_drag` of a computer. */
export type ComputerLeftClickDragConfig = MemberConfig;
/** The input of `right_click` of a computer. */
export interface ComputerRightClickInput {
    /** The point, in pixels of the screenshots. */
    coordinate?: number[] | null | undefined;
    /** Keys to hold meanwhile, such as `ctrl+shift`. */
    text?: string | null | undefined;
}
/** A call of `right_click` of a computer. */
export type ComputerRightClickToolUseBlock = CallOf<"computer", "right_click", ComputerRightClickInput>;
/** A call of `right_click` of a computer. */
export type ResponseComputerRightClickToolUseBlock = ComputerRightClickToolUseBlock;
/** The configuration of `right_click` of a computer. */
export type ComputerRightClickConfig = MemberConfig;
/** The input of `middle_click` of a computer. */
export interface ComputerMiddleClickInput {
    /** The point, in pixels of the screenshots. */
    coordinate?: number[] | null | undefined;
    /** Keys to hold meanwhile, such as `ctrl+shift`. */
    text?: string | null | undefined;
}
/** A call of `middle_click` of a computer. */
export type ComputerMiddleClickToolUseBlock = CallOf<"computer", "middle_click", ComputerMiddleClickInput>;
/** A call of `middle_click` of a computer. */
export type ResponseComputerMiddleClickToolUseBlock = ComputerMiddleClickToolUseBlock;
/** The configuration of `middle_click` of a computer. */
export type ComputerMiddleClickConfig = MemberConfig;
/** The input of `double_click` of a computer. */
export interface ComputerDoubleClickInput {
    /** The point, in pixels of the screenshots. */
    coordinate?: number[] | null | undefined;
    /** Keys to hold meanwhile, such as `ctrl+shift`. */
    text?: string | null | undefined;
}
/** A call of `double_click` of a computer. */
export type ComputerDoubleClickToolUseBlock = CallOf<"computer", "double_click", ComputerDoubleClickInput>;
/** A call of `double_click` of a computer. */
export type ResponseComputerDoubleClickToolUseBlock = ComputerDoubleClickToolUseBlock;
/** The configuration of `double_click` of a computer. */
export type ComputerDoubleClickConfig = MemberConfig;
/** The input of `triple_click` of a computer. */
export interface ComputerTripleClickInput {
    /** The point, in pixels of the screenshots. */
    coordinate?: number[] | null | undefined;
    /** Keys to hold meanwhile, such as `ctrl+shift`. */
    text?: string | null | undefined;
}
/** A call of `triple_click` of a computer. */
export type ComputerTripleClickToolUseBlock = CallOf<"computer", "triple_click", ComputerTripleClickInput>;
/** A call of `triple_click` of a computer. */
export type ResponseComputerTripleClickToolUseBlock = ComputerTripleClickToolUseBlock;
/** The configuration of `triple_click` of a computer. */
export type ComputerTripleClickConfig = MemberConfig;
/** The input of `scroll` of a computer. */
export interface ComputerScrollInput {
    /** The direction. */
    scroll_direction: ComputerScrollDirection;
    /** The distance in steps of the wheel. */
    scroll_amount: number;
    /** The point, in pixels of the screenshots. */
    coordinate?: number[] | null | undefined;
    /** Keys to hold meanwhile, such as `ctrl+shift`. */
    text?: string | null | undefined;
}
/** A call of `scroll` of a computer. */
export type ComputerScrollToolUseBlock = CallOf<"computer", "scroll", ComputerScrollInput>;
/** A call of `scroll` of a computer. */
export type ResponseComputerScrollToolUseBlock = ComputerScrollToolUseBlock;
/** The configuration of `scroll` of a computer. */
export type ComputerScrollConfig = MemberConfig;
/** The input of `wait` of a computer. */
export interface ComputerWaitInput {
    /** The duration in seconds, from 0 to 100. */
    duration: number;
}
/** A call of `wait` of a computer. */
export type ComputerWaitToolUseBlock = CallOf<"computer", "wait", ComputerWaitInput>;
/** A call of `wait` of a computer. */
export type ResponseComputerWaitToolUseBlock = ComputerWaitToolUseBlock;
/** The configuration of `wait` of a computer. */
export type ComputerWaitConfig = MemberConfig;
/** The input of `screenshot` of a computer. */
export type ComputerScreenshotInput = object;
/** A call of `screenshot` of a computer. */
export type ComputerScreenshotToolUseBlock = CallOf<"computer", "screenshot", ComputerScreenshotInput>;
/** A call of `screenshot` of a computer. */
export type ResponseComputerScreenshotToolUseBlock = ComputerScreenshotToolUseBlock;
/** The configuration of `screenshot` of a computer. */
export type ComputerScreenshotConfig = MemberConfig;
/** The input of `zoom` of a computer. */
export interface ComputerZoomInput {
    /** The left, upper, right and lower edge of the part, in pixels of the screenshots. */
    region: number[];
}
/** A call of `zoom` of a computer. */
export type ComputerZoomToolUseBlock = CallOf<"computer", "zoom", ComputerZoomInput>;
/** A call of `zoom` of a computer. */
export type ResponseComputerZoomToolUseBlock = ComputerZoomToolUseBlock;
/** The configuration of `zoom` of a computer. */
export type ComputerZoomConfig = MemberConfig;
/** A tool of a computer. */
export type ComputerMemberName =
    | "key"
    | "hold_key"
    | "type"
    | "cursor_position"
    | "mouse_move"
    | "left_mouse_down"
    | "left_mouse_up"
    | "left_click"
    | "left_click_drag"
    | "right_click"
    | "middle_click"
    | "double_click"
    | "triple_click"
    | "scroll"
    | "wait"
    | "screenshot"
    | "zoom";
/** The input of a tool of a computer. */
export type ComputerMemberInput =
    | ComputerKeyInput
    | ComputerHoldKeyInput
    | ComputerTypeInput
    | ComputerCursorPositionInput
    | ComputerMouseMoveInput
    | ComputerLeftClickInput
    | ComputerLeftClickDragInput
    | ComputerRightClickInput
    | ComputerMiddleClickInput
    | ComputerDoubleClickInput
    | ComputerTripleClickInput
    | ComputerScrollInput
    | ComputerWaitInput
    | ComputerZoomInput;
/** A call of a tool of a computer, discriminated by `name`. */
export type ComputerToolUseBlock =
    | ComputerKeyToolUseBlock
    | ComputerHoldKeyToolUseBlock
    | ComputerTypeToolUseBlock
    | ComputerCursorPositionToolUseBlock
    | ComputerMouseMoveToolUseBlock
    | ComputerLeftMouseDownToolUseBlock
    | ComputerLeftMouseUpToolUseBlock
    | ComputerLeftClickToolUseBlock
    | ComputerLeftClickDragToolUseBlock
    | ComputerRightClickToolUseBlock
    | ComputerMiddleClickToolUseBlock
    | ComputerDoubleClickToolUseBlock
    | ComputerTripleClickToolUseBlock
    | ComputerScrollToolUseBlock
    | ComputerWaitToolUseBlock
    | ComputerScreenshotToolUseBlock
    | ComputerZoomToolUseBlock;
/** A call of a tool of a computer, discriminated by `name`. */
export type ResponseComputerToolUseBlock = ComputerToolUseBlock;
/** The configuration of the tools of a computer. */
export interface ComputerToolsetConfigs {
    /** The configuration of `key`. */
    key?: ComputerKeyConfig | null | undefined;
    /** The configuration of `hold_key`. */
    hold_key?: ComputerHoldKeyConfig | null | undefined;
    /** The configuration of `type`. */
    type?: ComputerTypeConfig | null | undefined;
    /** The configuration of `cursor_position`. */
    cursor_position?: ComputerCursorPositionConfig | null | undefined;
    /** The configuration of `mouse_move`. */
    mouse_move?: ComputerMouseMoveConfig | null | undefined;
    /** The configuration of `left_mouse_down`. */
    left_mouse_down?: ComputerLeftMouseDownConfig | null | undefined;
    /** The configuration of `left_mouse_up`. */
    left_mouse_up?: ComputerLeftMouseUpConfig | null | undefined;
    /** The configuration of `left_click`. */
    left_click?: ComputerLeftClickConfig | null | undefined;
    /** The configuration of `left_click_drag`. */
    left_click_drag?: ComputerLeftClickDragConfig | null | undefined;
    /** The configuration of `right_click`. */
    right_click?: ComputerRightClickConfig | null | undefined;
    /** The configuration of `middle_click`. */
    middle_click?: ComputerMiddleClickConfig | null | undefined;
    /** The configuration of `double_click`. */
    double_click?: ComputerDoubleClickConfig | null | undefined;
    /** The configuration of `triple_click`. */
    triple_click?: ComputerTripleClickConfig | null | undefined;
    /** The configuration of `scroll`. */
    scroll?: ComputerScrollConfig | null | undefined;
    /** The configuration of `wait`. */
    wait?: ComputerWaitConfig | null | undefined;
    /** The configuration of `screenshot`. */
    screenshot?: ComputerScreenshotConfig | null | undefined;
    /** The configuration of `zoom`. */
    zoom?: ComputerZoomConfig | null | undefined;
}
/** The tools of a computer, which the caller runs. */
export interface ComputerToolset20260801 {
    type: "computer_toolset_20260801";
    /** A cache breakpoint. */
    cache_control?: P.CacheControlParam | null | undefined;
    /** The configuration of each tool. */
    configs?: ComputerToolsetConfigs | null | undefined;
}

// The tools of a browser

/** The input of `navigate` of a browser. */
export interface BrowserNavigateInput {
    /** The URL; `back`, `forward` and `reload` move in the history. */
    url: string;
    /** The tab; the active one without it. */
    tab_id?: string | null | undefined;
}
/** A call of `navigate` of a browser. */
export type BrowserNavigateToolUseBlock = CallOf<"browser", "navigate", BrowserNavigateInput>;
/** A call of `navigate` of a browser. */
export type ResponseBrowserNavigateToolUseBlock = BrowserNavigateToolUseBlock;
/** The configuration of `navigate` of a browser. */
export type BrowserNavigateConfig = MemberConfig;
/** The input of `list_tabs` of a browser. */
export type BrowserListTabsInput = object;
/** A call of `list_tabs` of a browser. */
export type BrowserListTabsToolUseBlock = CallOf<"browser", "list_tabs", BrowserListTabsInput>;
/** A call of `list_tabs` of a browser. */
export type ResponseBrowserListTabsToolUseBlock = BrowserListTabsToolUseBlock;
/** The configuration of `list_tabs` of a browser. */
export type BrowserListTabsConfig = MemberConfig;
/** The input of `new_tab` of a browser. */
export type BrowserNewTabInput = object;
/** A call of `new_tab` of a browser. */
export type BrowserNewTabToolUseBlock = CallOf<"browser", "new_tab", BrowserNewTabInput>;
/** A call of `new_tab` of a browser. */
export type ResponseBrowserNewTabToolUseBlock = BrowserNewTabToolUseBlock;
/** The configuration of `new_tab` of a browser. */
export type BrowserNewTabConfig = MemberConfig;
/** The input of `switch_tab` of a browser. */
export interface BrowserSwitchTabInput {
    /** The tab. */
    tab_id: string;
}
/** A call of `switch_tab` of a browser. */
export type BrowserSwitchTabToolUseBlock = CallOf<"browser", "switch_tab", BrowserSwitchTabInput>;
/** A call of `switch_tab` of a browser. */
export type ResponseBrowserSwitchTabToolUseBlock = BrowserSwitchTabToolUseBlock;
/** The configuration of `switch_tab` of a browser. */
export type BrowserSwitchTabConfig = MemberConfig;
/** The input of `close_tab` of a browser. */
export interface BrowserCloseTabInput {
    /** The tab. */
    tab_id: string;
}
/** A call of `close_tab` of a browser. */
export type BrowserCloseTabToolUseBlock = CallOf<"browser", "close_tab", BrowserCloseTabInput>;
/** A call of `close_tab` of a browser. */
export type ResponseBrowserCloseTabToolUseBlock = BrowserCloseTabToolUseBlock;
/** The configuration of `close_tab` of a browser. */
export type BrowserCloseTabConfig = MemberConfig;
/** The input of `read_page` of a browser. */
export interface BrowserReadPageInput {
    /** Number of levels to read below the root. */
    depth?: number | null | undefined;
    /** The elements to read. */
    filter?: BrowserReadPageFilter | null | undefined;
    /** The element to read, with its descendants. */
    ref?: string | null | undefined;
    /** The tab; the active one without it. */
    tab_id?: string | null | undefined;
}
/** A call of `read_page` of a browser. */
export type BrowserReadPageToolUseBlock = CallOf<"browser", "read_page", BrowserReadPageInput>;
/** A call of `read_page` of a browser. */
export type ResponseBrowserReadPageToolUseBlock = BrowserReadPageToolUseBlock;
/** The configuration of `read_page` of a browser. */
export type BrowserReadPageConfig = MemberConfig;
/** The input of `get_page_text` of a browser. */
export interface BrowserGetPageTextInput {
    /** The tab; the active one without it. */
    tab_id?: string | null | undefined;
}
/** A call of `get_page_text` of a browser. */
export type BrowserGetPageTextToolUseBlock = CallOf<"browser", "get_page_text", BrowserGetPageTextInput>;
/** A call of `get_page_text` of a browser. */
export type ResponseBrowserGetPageTextToolUseBlock = BrowserGetPageTextToolUseBlock;
/** The configuration of `get_page_text` of a browser. */
export type BrowserGetPageTextConfig = MemberConfig;
/** The input of `read_console` of a browser. */
export interface BrowserReadConsoleInput {
    /** The tab; the active one without it. */
    tab_id?: string | null | undefined;
}
/** A call of `read_console` of a browser. */
export type BrowserReadConsoleToolUseBlock = CallOf<"browser", "read_console", BrowserReadConsoleInput>;
/** A call of `read_console` of a browser. */
export type ResponseBrowserReadConsoleToolUseBlock = BrowserReadConsoleToolUseBlock;
/** The configuration of `read_console` of a browser. */
export type BrowserReadConsoleConfig = MemberConfig;
/** The input of `read_network` of a browser. */
export interface BrowserReadNetworkInput {
    /** The tab; the active one without it. */
    tab_id?: string | null | undefined;
}
/** A call of `read_network` of a browser. */
export type BrowserReadNetworkToolUseBlock = CallOf<"browser", "read_network", BrowserReadNetworkInput>;
/** A call of `read_network` of a browser. */
export type ResponseBrowserReadNetworkToolUseBlock = BrowserReadNetworkToolUseBlock;
/** The configuration of `read_network` of a browser. */
export type BrowserReadNetworkConfig = MemberConfig;
/** The input of `find` of a browser. */
export interface BrowserFindInput {
    /** A description of the elements to find. */
    query: string;
    /** The tab; the active one without it. */
    tab_id?: string | null | undefined;
}
/** A call of `find` of a browser. */
export type BrowserFindToolUseBlock = CallOf<"browser", "find", BrowserFindInput>;
/** A call of `find` of a browser. */
export type ResponseBrowserFindToolUseBlock = BrowserFindToolUseBlock;
/** The configuration of `find` of a browser. */
export type BrowserFindConfig = MemberConfig;
/** The input of `form_input` of a browser. */
export interface BrowserFormInputInput {
    /** The element. */
    target: BrowserRefTarget;
    /** The value for the element. */
    value: BrowserFormInputValue;
    /** The tab; the active one without it. */
    tab_id?: string | null | undefined;
}
/** A call of `form_input` of a browser. */
export type BrowserFormInputToolUseBlock = CallOf<"browser", "form_input", BrowserFormInputInput>;
/** A call of `form_input` of a browser. */
export type ResponseBrowserFormInputToolUseBlock = BrowserFormInputToolUseBlock;
/** The configuration of `form_input` of a browser. */
export type BrowserFormInputConfig = MemberConfig;
/** The input of `file_upload` of a browser. */
export interface BrowserFileUploadInput {
    /** The element. */
    target: BrowserRefTarget;
    /** The program's ids of the files to upload. */
    document_ids?: string[] | null | undefined;
    /** The paths of the files to upload. */
    paths?: string[] | null | undefined;
    /** The tab; the active one without it. */
    tab_id?: string | null | undefined;
}
/** A call of `file_upload` of a browser. */
export type BrowserFileUploadToolUseBlock = CallOf<"browser", "file_upload", BrowserFileUploadInput>;
/** A call of `file_upload` of a browser. */
export type ResponseBrowserFileUploadToolUseBlock = BrowserFileUploadToolUseBlock;
/** The configuration of `file_upload` of a browser. */
export type BrowserFileUploadConfig = MemberConfig;
/** The input of `scroll_to` of a browser. */
export interface BrowserScrollToInput {
    /** The element. */
    target: BrowserRefTarget;
    /** The tab; the active one without it. */
    tab_id?: string | null | undefined;
}
/** A call of `scroll_to` of a browser. */
export type BrowserScrollToToolUseBlock = CallOf<"browser", "scroll_to", BrowserScrollToInput>;
/** A call of `scroll_to` of a browser. */
export type ResponseBrowserScrollToToolUseBlock = BrowserScrollToToolUseBlock;
/** The configuration of `scroll_to` of a browser. */
export type BrowserScrollToConfig = MemberConfig;
/** The input of `screenshot` of a browser. */
export interface BrowserScreenshotInput {
    /** The tab; the active one without it. */
    tab_id?: string | null | undefined;
}
/** A call of `screenshot` of a browser. */
export type BrowserScreenshotToolUseBlock = CallOf<"browser", "screenshot", BrowserScreenshotInput>;
/** A call of `screenshot` of a browser. */
export type ResponseBrowserScreenshotToolUseBlock = BrowserScreenshotToolUseBlock;
/** The configuration of `screenshot` of a browser. */
export type BrowserScreenshotConfig = MemberConfig;
/** The input of `zoom` of a browser. */
export interface BrowserZoomInput {
    /** The left, upper, right and lower edge of the part, in pixels of the visible area. */
    region: number[];
    /** The tab; the active one without it. */
    tab_id?: string | null | undefined;
}
/** A call of `zoom` of a browser. */
export type BrowserZoomToolUseBlock = CallOf<"browser", "zoom", BrowserZoomInput>;
/** A call of `zoom` of a browser. */
export type ResponseBrowserZoomToolUseBlock = BrowserZoomToolUseBlock;
/** The configuration of `zoom` of a browser. */
export type BrowserZoomConfig = MemberConfig;
/** The input of `left_click` of a browser. */
export interface BrowserLeftClickInput {
    /** The point or the element. */
    target: BrowserClickTarget;
    /** Keys to hold meanwhile, joined by `+`. */
    modifiers?: string | null | undefined;
    /** The tab; the active one without it. */
    tab_id?: string | null | undefined;
}
/** A call of `left_click` of a browser. */
export type BrowserLeftClickToolUseBlock = CallOf<"browser", "left_click", BrowserLeftClickInput>;
/** A call of `left_click` of a browser. */
export type ResponseBrowserLeftClickToolUseBlock = BrowserLeftClickToolUseBlock;
/** The configuration of `left_click` of a browser. */
export type BrowserLeftClickConfig = MemberConfig;
/** The input of `right_click` of a browser. */
export interface BrowserRightClickInput {
    /** The point or the element. */
    target: BrowserClickTarget;
    /** Keys to hold meanwhile, joined by `+`. */
    modifiers?: string | null | undefined;
    /** The tab; the active one without it. */
    tab_id?: string | null | undefined;
}
/** A call of `right_click` of a browser. */
export type BrowserRightClickToolUseBlock = CallOf<"browser", "right_click", BrowserRightClickInput>;
/** A call of `right_click` of a browser. */
export type ResponseBrowserRightClickToolUseBlock = BrowserRightClickToolUseBlock;
/** The configuration of `right_click` of a browser. */
export type BrowserRightClickConfig = MemberConfig;
/** The input of `middle_click` of a browser. */
export interface BrowserMiddleClickInput {
    /** The point or the element. */
    target: BrowserClickTarget;
    /** Keys to hold meanwhile, joined by `+`. */
    modifiers?: string | null | undefined;
    /** The tab; the active one without it. */
    tab_id?: string | null | undefined;
}
/** A call of `middle_click` of a browser. */
export type BrowserMiddleClickToolUseBlock = CallOf<"browser", "middle_click", BrowserMiddleClickInput>;
/** A call of `middle_click` of a browser. */
export type ResponseBrowserMiddleClickToolUseBlock = BrowserMiddleClickToolUseBlock;
/** The configuration of `middle_click` of a browser. */
export type BrowserMiddleClickConfig = MemberConfig;
/** The input of `double_click` of a browser. */
export interface BrowserDoubleClickInput {
    /** The point or the element. */
    target: BrowserClickTarget;
    /** Keys to hold meanwhile, joined by `+`. */
    modifiers?: string | null | undefined;
    /** The tab; the active one without it. */
    tab_id?: string | null | undefined;
}
/** A call of `double_click` of a browser. */
export type BrowserDoubleClickToolUseBlock = CallOf<"browser", "double_click", BrowserDoubleClickInput>;
/** A call of `double_click` of a browser. */
export type ResponseBrowserDoubleClickToolUseBlock = BrowserDoubleClickToolUseBlock;
/** The configuration of `double_click` of a browser. */
export type BrowserDoubleClickConfig = MemberConfig;
/** The input of `triple_click` of a browser. */
export interface BrowserTripleClickInput {
    /** The point or the element. */
    target: BrowserClickTarget;
    /** Keys to hold meanwhile, joined by `+`. */
    modifiers?: string | null | undefined;
    /** The tab; the active one without it. */
    tab_id?: string | null | undefined;
}
/** A call of `triple_click` of a browser. */
export type BrowserTripleClickToolUseBlock = CallOf<"browser", "triple_click", BrowserTripleClickInput>;
/** A call of `triple_click` of a browser. */
export type ResponseBrowserTripleClickToolUseBlock = BrowserTripleClickToolUseBlock;
/** The configuration of `triple_click` of a browser. */
export type BrowserTripleClickConfig = MemberConfig;
/** The input of `hover` of a browser. */
export interface BrowserHoverInput {
    /** The point or the element. */
    target: BrowserClickTarget;
    /** The tab; the active one without it. */
    tab_id?: string | null | undefined;
}
/** A call of `hover` of a browser. */
export type BrowserHoverToolUseBlock = CallOf<"browser", "hover", BrowserHoverInput>;
/** A call of `hover` of a browser. */
export type ResponseBrowserHoverToolUseBlock = BrowserHoverToolUseBlock;
/** The configuration of `hover` of a browser. */
export type BrowserHoverConfig = MemberConfig;
/** The input of `left_click_drag` of a browser. */
export interface BrowserLeftClickDragInput {
    /** The start of the drag. */
    from: BrowserCoordinateTarget;
    /** The point. */
    target: BrowserCoordinateTarget;
    /** The tab; the active one without it. */
    tab_id?: string | null | undefined;
}
/** A call of `left_click_drag` of a browser. */
export type BrowserLeftClickDragToolUseBlock = CallOf<
    "browser",
    "left_click_drag",
    BrowserLeftClickDragInput
>;
/** A call of `left_click_drag` of a browser. */
export type ResponseBrowserLeftClickDragToolUseBlock = BrowserLeftClickDragToolUseBlock;
/** The configuration of `left_click_drag` of a browser. */
export type BrowserLeftClickDragConfig = MemberConfig;
/** The input of `left_mouse_down` of a browser. */
export interface BrowserLeftMouseDownInput {
    /** The point. */
    target: BrowserCoordinateTarget;
    /** The tab; the active one without it. */
    tab_id?: string | null | undefined;
}
/** A call of `left_mouse_down` of a browser. */
export type BrowserLeftMouseDownToolUseBlock = CallOf<
    "browser",
    "left_mouse_down",
    BrowserLeftMouseDownInput
>;
/** A call of `left_mouse_down` of a browser. */
export type ResponseBrowserLeftMouseDownToolUseBlock = BrowserLeftMouseDownToolUseBlock;
/** The configuration of `left_mouse_down` of a browser. */
export type BrowserLeftMouseDownConfig = MemberConfig;
/** The input of `left_mouse_up` of a browser. */
export interface BrowserLeftMouseUpInput {
    /** The point. */
    target: BrowserCoordinateTarget;
    /** The tab; the active one without it. */
    tab_id?: string | null | undefined;
}
/** A call of `left_mouse_up` of a browser. */
export type BrowserLeftMouseUpToolUseBlock = CallOf<"browser", "left_mouse_up", BrowserLeftMouseUpInput>;
/** A call of `left_mouse_up` of a browser. */
export type ResponseBrowserLeftMouseUpToolUseBlock = BrowserLeftMouseUpToolUseBlock;
/** The configuration of `left_mouse_up` of a browser. */
export type BrowserLeftMouseUpConfig = MemberConfig;
/** The input of `mouse_move` of a browser. */
export interface BrowserMouseMoveInput {
    /** The point. */
    target: BrowserCoordinateTarget;
    /** The tab; the active one without it. */
    tab_id?: string | null | undefined;
}
/** A call of `mouse_move` of a browser. */
export type BrowserMouseMoveToolUseBlock = CallOf<"browser", "mouse_move", BrowserMouseMoveInput>;
/** A call of `mouse_move` of a browser. */
export type ResponseBrowserMouseMoveToolUseBlock = BrowserMouseMoveToolUseBlock;
/** The configuration of `mouse_move` of a browser. */
export type BrowserMouseMoveConfig = MemberConfig;
/** The input of `scroll` of a browser. */
export interface BrowserScrollInput {
    /** The direction. */
    scroll_direction: BrowserScrollDirection;
    /** The point. */
    target: BrowserCoordinateTarget;
    /** The distance in steps of the wheel. */
    scroll_amount?: number | null | undefined;
    /** The tab; the active one without it. */
    tab_id?: string | null | undefined;
}
/** A call of `scroll` of a browser. */
export type BrowserScrollToolUseBlock = CallOf<"browser", "scroll", BrowserScrollInput>;
/** A call of `scroll` of a browser. */
export type ResponseBrowserScrollToolUseBlock = BrowserScrollToolUseBlock;
/** The configuration of `scroll` of a browser. */
export type BrowserScrollConfig = MemberConfig;
/** The input of `type` of a browser. */
export interface BrowserTypeInput {
    /** The text. */
    text: string;
    /** The tab; the active one without it. */
    tab_id?: string | null | undefined;
}
/** A call of `type` of a browser. */
export type BrowserTypeToolUseBlock = CallOf<"browser", "type", BrowserTypeInput>;
/** A call of `type` of a browser. */
export type ResponseBrowserTypeToolUseBlock = BrowserTypeToolUseBlock;
/** The configuration of `type` of a browser. */
export type BrowserTypeConfig = MemberConfig;
/** The input of `key` of a browser. */
export interface BrowserKeyInput {
    /** The keys, joined by `+`. */
    text: string;
    /** Number of repetitions, from 1 to 100. */
    repeat?: number | null | undefined;
    /** The tab; the active one without it. */
    tab_id?: string | null | undefined;
}
/** A call of `key` of a browser. */
export type BrowserKeyToolUseBlock = CallOf<"browser", "key", BrowserKeyInput>;
/** A call of `key` of a browser. */
export type ResponseBrowserKeyToolUseBlock = BrowserKeyToolUseBlock;
/** The configuration of `key` of a browser. */
export type BrowserKeyConfig = MemberConfig;
/** The input of `hold_key` of a browser. */
export interface BrowserHoldKeyInput {
    /** The keys, joined by `+`. */
    text: string;
    /** The duration in seconds, from 0 to 100. */
    duration: number;
    /** The tab; the active one without it. */
    tab_id?: string | null | undefined;
}
/** A call of `hold_key` of a browser. */
export type BrowserHoldKeyToolUseBlock = CallOf<"browser", "hold_key", BrowserHoldKeyInput>;
/** A call of `hold_key` of a browser. */
export type ResponseBrowserHoldKeyToolUseBlock = BrowserHoldKeyToolUseBlock;
/** The configuration of `hold_key` of a browser. */
export type BrowserHoldKeyConfig = MemberConfig;
/** The input of `wait` of a browser. */
export interface BrowserWaitInput {
    /** The duration in seconds, from 0 to 100. */
    duration: number;
    /** The tab; the active one without it. */
    tab_id?: string | null | undefined;
}
/** A call of `wait` of a browser. */
export type BrowserWaitToolUseBlock = CallOf<"browser", "wait", BrowserWaitInput>;
/** A call of `wait` of a browser. */
export type ResponseBrowserWaitToolUseBlock = BrowserWaitToolUseBlock;
/** The configuration of `wait` of a browser. */
export type BrowserWaitConfig = MemberConfig;
/** The input of `javascript_exec` of a browser. */
export interface BrowserJavascriptExecInput {
    /** The JavaScript code. */
    text: string;
    /** The tab; the active one without it. */
    tab_id?: string | null | undefined;
}
/** A call of `javascript_exec` of a browser. */
export type BrowserJavascriptExecToolUseBlock = CallOf<
    "browser",
    "javascript_exec",
    BrowserJavascriptExecInput
>;
/** A call of `javascript_exec` of a browser. */
export type ResponseBrowserJavascriptExecToolUseBlock = BrowserJavascriptExecToolUseBlock;
/** The configuration of `javascript_exec` of a browser. */
export type BrowserJavascriptExecConfig = MemberConfig;
/** A tool of a browser. */
export type BrowserMemberName =
    | "navigate"
    | "list_tabs"
    | "new_tab"
    | "switch_tab"
    | "close_tab"
    | "read_page"
    | "get_page_text"
    | "read_console"
    | "read_network"
    | "find"
    | "form_input"
    | "file_upload"
    | "scroll_to"
    | "screenshot"
    | "zoom"
    | "left_click"
    | "right_click"
    | "middle_click"
    | "double_click"
    | "triple_click"
    | "hover"
    | "left_click_drag"
    | "left_mouse_down"
    | "left_mouse_up"
    | "mouse_move"
    | "scroll"
    | "type"
    | "key"
    | "hold_key"
    | "wait"
    | "javascript_exec";
/** The input of a tool of a browser. */
export type BrowserMemberInput =
    | BrowserNavigateInput
    | BrowserListTabsInput
    | BrowserSwitchTabInput
    | BrowserCloseTabInput
    | BrowserReadPageInput
    | BrowserGetPageTextInput
    | BrowserReadConsoleInput
    | BrowserReadNetworkInput
    | BrowserFindInput
    | BrowserFormInputInput
    | BrowserFileUploadInput
    | BrowserScrollToInput
    | BrowserScreenshotInput
    | BrowserZoomInput
    | BrowserLeftClickInput
    | BrowserRightClickInput
    | BrowserMiddleClickInput
    | BrowserDoubleClickInput
    | BrowserTripleClickInput
    | BrowserHoverInput
    | BrowserLeftClickDragInput
    | BrowserLeftMouseDownInput
    | BrowserLeftMouseUpInput
    | BrowserMouseMoveInput
    | BrowserScrollInput
    | BrowserTypeInput
    | BrowserKeyInput
    | BrowserHoldKeyInput
    | BrowserWaitInput
    | BrowserJavascriptExecInput;
/** A call of a tool of a browser, discriminated by `name`. */
export type BrowserToolUseBlock =
    | BrowserNavigateToolUseBlock
    | BrowserListTabsToolUseBlock
    | BrowserNewTabToolUseBlock
    | BrowserSwitchTabToolUseBlock
    | BrowserCloseTabToolUseBlock
    | BrowserReadPageToolUseBlock
    | BrowserGetPageTextToolUseBlock
    | BrowserReadConsoleToolUseBlock
    | BrowserReadNetworkToolUseBlock
    | BrowserFindToolUseBlock
    | BrowserFormInputToolUseBlock
    | BrowserFileUploadToolUseBlock
    | BrowserScrollToToolUseBlock
    | BrowserScreenshotToolUseBlock
    | BrowserZoomToolUseBlock
    | BrowserLeftClickToolUseBlock
    | BrowserRightClickToolUseBlock
    | BrowserMiddleClickToolUseBlock
    | BrowserDoubleClickToolUseBlock
    | BrowserTripleClickToolUseBlock
    | BrowserHoverToolUseBlock
    | BrowserLeftClickDragToolUseBlock
    | BrowserLeftMouseDownToolUseBlock
    | BrowserLeftMouseUpToolUseBlock
    | BrowserMouseMoveToolUseBlock
    | BrowserScrollToolUseBlock
    | BrowserTypeToolUseBlock
    | BrowserKeyToolUseBlock
    | BrowserHoldKeyToolUseBlock
    | BrowserWaitToolUseBlock
    | BrowserJavascriptExecToolUseBlock;
/** A call of a tool of a browser, discriminated by `name`. */
export type ResponseBrowserToolUseBlock = BrowserToolUseBlock;
/** The configuration of the tools of a browser. */
export interface BrowserToolsetConfigs {
    /** The configuration of `navigate`. */
    navigate?: BrowserNavigateConfig | null | undefined;
    /** The configuration of `list_tabs`. */
    list_tabs?: BrowserListTabsConfig | null | undefined;
    /** The configuration of `new_tab`. */
    new_tab?: BrowserNewTabConfig | null | undefined;
    /** The configuration of `switch_tab`. */
    switch_tab?: BrowserSwitchTabConfig | null | undefined;
    /** The configuration of `close_tab`. */
    close_tab?: BrowserCloseTabConfig | null | undefined;
    /** The configuration of `read_page`. */
    read_page?: BrowserReadPageConfig | null | undefined;
    /** The configuration of `get_page_text`. */
    get_page_text?: BrowserGetPageTextConfig | null | undefined;
    /** The configuration of `read_console`. */
    read_console?: BrowserReadConsoleConfig | null | undefined;
    /** The configuration of `read_network`. */
    read_network?: BrowserReadNetworkConfig | null | undefined;
    /** The configuration of `find`. */
    find?: BrowserFindConfig | null | undefined;
    /** The configuration of `form_input`. */
    form_input?: BrowserFormInputConfig | null | undefined;
    /** The configuration of `file_upload`. */
    file_upload?: BrowserFileUploadConfig | null | undefined;
    /** The configuration of `scroll_to`. */
    scroll_to?: BrowserScrollToConfig | null | undefined;
    /** The configuration of `screenshot`. */
    screenshot?: BrowserScreenshotConfig | null | undefined;
    /** The configuration of `zoom`. */
    zoom?: BrowserZoomConfig | null | undefined;
    /** The configuration of `left_click`. */
    left_click?: BrowserLeftClickConfig | null | undefined;
    /** The configuration of `right_click`. */
    right_click?: BrowserRightClickConfig | null | undefined;
    /** The configuration of `middle_click`. */
    middle_click?: BrowserMiddleClickConfig | null | undefined;
    /** The configuration of `double_click`. */
    double_click?: BrowserDoubleClickConfig | null | undefined;
    /** The configuration of `triple_click`. */
    triple_click?: BrowserTripleClickConfig | null | undefined;
    /** The configuration of `hover`. */
    hover?: BrowserHoverConfig | null | undefined;
    /** The configuration of `left_click_drag`. */
    left_click_drag?: BrowserLeftClickDragConfig | null | undefined;
    /** The configuration of `left_mouse_down`. */
    left_mouse_down?: BrowserLeftMouseDownConfig | null | undefined;
    /** The configuration of `left_mouse_up`. */
    left_mouse_up?: BrowserLeftMouseUpConfig | null | undefined;
    /** The configuration of `mouse_move`. */
    mouse_move?: BrowserMouseMoveConfig | null | undefined;
    /** The configuration of `scroll`. */
    scroll?: BrowserScrollConfig | null | undefined;
    /** The configuration of `type`. */
    type?: BrowserTypeConfig | null | undefined;
    /** The configuration of `key`. */
    key?: BrowserKeyConfig | null | undefined;
    /** The configuration of `hold_key`. */
    hold_key?: BrowserHoldKeyConfig | null | undefined;
    /** The configuration of `wait`. */
    wait?: BrowserWaitConfig | null | undefined;
    /** The configuration of `javascript_exec`. */
    javascript_exec?: BrowserJavascriptExecConfig | null | undefined;
}
/** The tools of a browser, which the caller runs. */
export interface BrowserToolset20260801 {
    type: "browser_toolset_20260801";
    /** A cache breakpoint. */
    cache_control?: P.CacheControlParam | null | undefined;
    /** The configuration of each tool. */
    configs?: BrowserToolsetConfigs | null | undefined;
}
