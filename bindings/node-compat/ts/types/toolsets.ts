// The tools of a browser and of a computer by the names of the field's SDK. Made out of schema/toolsets.toml by `make
// generate`. It must not hold anything that runs.

import type * as P from "parlour";
import type * as A from "parlour";

/** What holds for a tool of a toolset. */
interface MemberConfig {
    /** Whether it may be called. */
    enabled?: boolean | null | undefined;
    /** Not shown to the model until a tool search returns it. */
    defer_loading?: boolean | null | undefined;
}
/** A call of a tool of a toolset. */
type CallOf<Toolset extends string, Name extends string, Input> = A.ToolUseBlock & {
    /** The toolset, which the result repeats. */
    toolset_name: Toolset;
    /** The tool. */
    name: Name;
    /** What it is called with. */
    input: Input;
};
/** A point of the page. */
export interface BrowserCoordinateTarget {
    type: "coordinate";
    /** Pixels from the left edge of what is shown. */
    x: number;
    /** Pixels from the upper edge of what is shown. */
    y: number;
}
/** An element of the page. */
export interface BrowserRefTarget {
    type: "ref";
    /** The element, as `read_page` or `find` named it in this tab. */
    ref: string;
}
/** A point or an element of the page. */
export type BrowserClickTarget = BrowserCoordinateTarget | BrowserRefTarget;
/** What an element of a form shall hold. */
export type BrowserFormInputValue = string | number | boolean;
/** Which elements of a page are read. */
export type BrowserReadPageFilter = "all" | "interactive";
/** Where to. */
export type BrowserScrollDirection = "up" | "down" | "left" | "right";
/** Where to. */
export type ComputerScrollDirection = "up" | "down" | "left" | "right";

// The tools of a browser

/** What `navigate` of a browser is called with. */
export interface BrowserNavigateInput {
    /** The address; `back`, `forward` and `reload` move in the history. */
    url: string;
    /** The tab. */
    tab_id?: string | null | undefined;
}
/** A call of `navigate` of a browser. */
export type BrowserNavigateToolUseBlock = CallOf<"browser", "navigate", BrowserNavigateInput>;
/** A call of `navigate` of a browser. */
export type ResponseBrowserNavigateToolUseBlock = BrowserNavigateToolUseBlock;
/** What holds for `navigate` of a browser. */
export type BrowserNavigateConfig = MemberConfig;
/** What `list_tabs` of a browser is called with. */
export type BrowserListTabsInput = object;
/** A call of `list_tabs` of a browser. */
export type BrowserListTabsToolUseBlock = CallOf<"browser", "list_tabs", BrowserListTabsInput>;
/** A call of `list_tabs` of a browser. */
export type ResponseBrowserListTabsToolUseBlock = BrowserListTabsToolUseBlock;
/** What holds for `list_tabs` of a browser. */
export type BrowserListTabsConfig = MemberConfig;
/** What `new_tab` of a browser is called with. */
export type BrowserNewTabInput = object;
/** A call of `new_tab` of a browser. */
export type BrowserNewTabToolUseBlock = CallOf<"browser", "new_tab", BrowserNewTabInput>;
/** A call of `new_tab` of a browser. */
export type ResponseBrowserNewTabToolUseBlock = BrowserNewTabToolUseBlock;
/** What holds for `new_tab` of a browser. */
export type BrowserNewTabConfig = MemberConfig;
/** What `switch_tab` of a browser is called with. */
export interface BrowserSwitchTabInput {
    /** The tab. */
    tab_id: string;
}
/** A call of `switch_tab` of a browser. */
export type BrowserSwitchTabToolUseBlock = CallOf<"browser", "switch_tab", BrowserSwitchTabInput>;
/** A call of `switch_tab` of a browser. */
export type ResponseBrowserSwitchTabToolUseBlock = BrowserSwitchTabToolUseBlock;
/** What holds for `switch_tab` of a browser. */
export type BrowserSwitchTabConfig = MemberConfig;
/** What `close_tab` of a browser is called with. */
export interface BrowserCloseTabInput {
    /** The tab. */
    tab_id: string;
}
/** A call of `close_tab` of a browser. */
export type BrowserCloseTabToolUseBlock = CallOf<"browser", "close_tab", BrowserCloseTabInput>;
/** A call of `close_tab` of a browser. */
export type ResponseBrowserCloseTabToolUseBlock = BrowserCloseTabToolUseBlock;
/** What holds for `close_tab` of a browser. */
export type BrowserCloseTabConfig = MemberConfig;
/** What `read_page` of a browser is called with. */
export interface BrowserReadPageInput {
    /** How many levels below the root are read. */
    depth?: number | null | undefined;
    /** Which elements are read. */
    filter?: BrowserReadPageFilter | null | undefined;
    /** The element that is read, with what is below it. */
    ref?: string | null | undefined;
    /** The tab. */
    tab_id?: string | null | undefined;
}
/** A call of `read_page` of a browser. */
export type BrowserReadPageToolUseBlock = CallOf<"browser", "read_page", BrowserReadPageInput>;
/** A call of `read_page` of a browser. */
export type ResponseBrowserReadPageToolUseBlock = BrowserReadPageToolUseBlock;
/** What holds for `read_page` of a browser. */
export type BrowserReadPageConfig = MemberConfig;
/** What `get_page_text` of a browser is called with. */
export interface BrowserGetPageTextInput {
    /** The tab. */
    tab_id?: string | null | undefined;
}
/** A call of `get_page_text` of a browser. */
export type BrowserGetPageTextToolUseBlock = CallOf<"browser", "get_page_text", BrowserGetPageTextInput>;
/** A call of `get_page_text` of a browser. */
export type ResponseBrowserGetPageTextToolUseBlock = BrowserGetPageTextToolUseBlock;
/** What holds for `get_page_text` of a browser. */
export type BrowserGetPageTextConfig = MemberConfig;
/** What `read_console` of a browser is called with. */
export interface BrowserReadConsoleInput {
    /** The tab. */
    tab_id?: string | null | undefined;
}
/** A call of `read_console` of a browser. */
export type BrowserReadConsoleToolUseBlock = CallOf<"browser", "read_console", BrowserReadConsoleInput>;
/** A call of `read_console` of a browser. */
export type ResponseBrowserReadConsoleToolUseBlock = BrowserReadConsoleToolUseBlock;
/** What holds for `read_console` of a browser. */
export type BrowserReadConsoleConfig = MemberConfig;
/** What `read_network` of a browser is called with. */
export interface BrowserReadNetworkInput {
    /** The tab. */
    tab_id?: string | null | undefined;
}
/** A call of `read_network` of a browser. */
export type BrowserReadNetworkToolUseBlock = CallOf<"browser", "read_network", BrowserReadNetworkInput>;
/** A call of `read_network` of a browser. */
export type ResponseBrowserReadNetworkToolUseBlock = BrowserReadNetworkToolUseBlock;
/** What holds for `read_network` of a browser. */
export type BrowserReadNetworkConfig = MemberConfig;
/** What `find` of a browser is called with. */
export interface BrowserFindInput {
    /** What is looked for, in words. */
    query: string;
    /** The tab. */
    tab_id?: string | null | undefined;
}
/** A call of `find` of a browser. */
export type BrowserFindToolUseBlock = CallOf<"browser", "find", BrowserFindInput>;
/** A call of `find` of a browser. */
export type ResponseBrowserFindToolUseBlock = BrowserFindToolUseBlock;
/** What holds for `find` of a browser. */
export type BrowserFindConfig = MemberConfig;
/** What `form_input` of a browser is called with. */
export interface BrowserFormInputInput {
    /** Where, or on which element. */
    target: BrowserRefTarget;
    /** What the element shall hold. */
    value: BrowserFormInputValue;
    /** The tab. */
    tab_id?: string | null | undefined;
}
/** A call of `form_input` of a browser. */
export type BrowserFormInputToolUseBlock = CallOf<"browser", "form_input", BrowserFormInputInput>;
/** A call of `form_input` of a browser. */
export type ResponseBrowserFormInputToolUseBlock = BrowserFormInputToolUseBlock;
/** What holds for `form_input` of a browser. */
export type BrowserFormInputConfig = MemberConfig;
/** What `file_upload` of a browser is called with. */
export interface BrowserFileUploadInput {
    /** Where, or on which element. */
    target: BrowserRefTarget;
    /** Files that the program keeps for the browser, by its names for them. */
    document_ids?: string[] | null | undefined;
    /** Files to choose, by their paths. */
    paths?: string[] | null | undefined;
    /** The tab. */
    tab_id?: string | null | undefined;
}
/** A call of `file_upload` of a browser. */
export type BrowserFileUploadToolUseBlock = CallOf<"browser", "file_upload", BrowserFileUploadInput>;
/** A call of `file_upload` of a browser. */
export type ResponseBrowserFileUploadToolUseBlock = BrowserFileUploadToolUseBlock;
/** What holds for `file_upload` of a browser. */
export type BrowserFileUploadConfig = MemberConfig;
/** What `scroll_to` of a browser is called with. */
export interface BrowserScrollToInput {
    /** Where, or on which element. */
    target: BrowserRefTarget;
    /** The tab. */
    tab_id?: string | null | undefined;
}
/** A call of `scroll_to` of a browser. */
export type BrowserScrollToToolUseBlock = CallOf<"browser", "scroll_to", BrowserScrollToInput>;
/** A call of `scroll_to` of a browser. */
export type ResponseBrowserScrollToToolUseBlock = BrowserScrollToToolUseBlock;
/** What holds for `scroll_to` of a browser. */
export type BrowserScrollToConfig = MemberConfig;
/** What `screenshot` of a browser is called with. */
export interface BrowserScreenshotInput {
    /** The tab. */
    tab_id?: string | null | undefined;
}
/** A call of `screenshot` of a browser. */
export type BrowserScreenshotToolUseBlock = CallOf<"browser", "screenshot", BrowserScreenshotInput>;
/** A call of `screenshot` of a browser. */
export type ResponseBrowserScreenshotToolUseBlock = BrowserScreenshotToolUseBlock;
/** What holds for `screenshot` of a browser. */
export type BrowserScreenshotConfig = MemberConfig;
/** What `zoom` of a browser is called with. */
export interface BrowserZoomInput {
    /** The part that is shown: x and y of one corner and of the other. */
    region: number[];
    /** The tab. */
    tab_id?: string | null | undefined;
}
/** A call of `zoom` of a browser. */
export type BrowserZoomToolUseBlock = CallOf<"browser", "zoom", BrowserZoomInput>;
/** A call of `zoom` of a browser. */
export type ResponseBrowserZoomToolUseBlock = BrowserZoomToolUseBlock;
/** What holds for `zoom` of a browser. */
export type BrowserZoomConfig = MemberConfig;
/** What `left_click` of a browser is called with. */
export interface BrowserLeftClickInput {
    /** Where, or on which element. */
    target: BrowserClickTarget;
    /** Keys that are held meanwhile, joined by `+`. */
    modifiers?: string | null | undefined;
    /** The tab. */
    tab_id?: string | null | undefined;
}
/** A call of `left_click` of a browser. */
export type BrowserLeftClickToolUseBlock = CallOf<"browser", "left_click", BrowserLeftClickInput>;
/** A call of `left_click` of a browser. */
export type ResponseBrowserLeftClickToolUseBlock = BrowserLeftClickToolUseBlock;
/** What holds for `left_click` of a browser. */
export type BrowserLeftClickConfig = MemberConfig;
/** What `right_click` of a browser is called with. */
export interface BrowserRightClickInput {
    /** Where, or on which element. */
    target: BrowserClickTarget;
    /** Keys that are held meanwhile, joined by `+`. */
    modifiers?: string | null | undefined;
    /** The tab. */
    tab_id?: string | null | undefined;
}
/** A call of `right_click` of a browser. */
export type BrowserRightClickToolUseBlock = CallOf<"browser", "right_click", BrowserRightClickInput>;
/** A call of `right_click` of a browser. */
export type ResponseBrowserRightClickToolUseBlock = BrowserRightClickToolUseBlock;
/** What holds for `right_click` of a browser. */
export type BrowserRightClickConfig = MemberConfig;
/** What `middle_click` of a browser is called with. */
export interface BrowserMiddleClickInput {
    /** Where, or on which element. */
    target: BrowserClickTarget;
    /** Keys that are held meanwhile, joined by `+`. */
    modifiers?: string | null | undefined;
    /** The tab. */
    tab_id?: string | null | undefined;
}
/** A call of `middle_click` of a browser. */
export type BrowserMiddleClickToolUseBlock = CallOf<"browser", "middle_click", BrowserMiddleClickInput>;
/** A call of `middle_click` of a browser. */
export type ResponseBrowserMiddleClickToolUseBlock = BrowserMiddleClickToolUseBlock;
/** What holds for `middle_click` of a browser. */
export type BrowserMiddleClickConfig = MemberConfig;
/** What `double_click` of a browser is called with. */
export interface BrowserDoubleClickInput {
    /** Where, or on which element. */
    target: BrowserClickTarget;
    /** Keys that are held meanwhile, joined by `+`. */
    modifiers?: string | null | undefined;
    /** The tab. */
    tab_id?: string | null | undefined;
}
/** A call of `double_click` of a browser. */
export type BrowserDoubleClickToolUseBlock = CallOf<"browser", "double_click", BrowserDoubleClickInput>;
/** A call of `double_click` of a browser. */
export type ResponseBrowserDoubleClickToolUseBlock = BrowserDoubleClickToolUseBlock;
/** What holds for `double_click` of a browser. */
export type BrowserDoubleClickConfig = MemberConfig;
/** What `triple_click` of a browser is called with. */
export interface BrowserTripleClickInput {
    /** Where, or on which element. */
    target: BrowserClickTarget;
    /** Keys that are held meanwhile, joined by `+`. */
    modifiers?: string | null | undefined;
    /** The tab. */
    tab_id?: string | null | undefined;
}
/** A call of `triple_click` of a browser. */
export type BrowserTripleClickToolUseBlock = CallOf<"browser", "triple_click", BrowserTripleClickInput>;
/** A call of `triple_click` of a browser. */
export type ResponseBrowserTripleClickToolUseBlock = BrowserTripleClickToolUseBlock;
/** What holds for `triple_click` of a browser. */
export type BrowserTripleClickConfig = MemberConfig;
/** What `hover` of a browser is called with. */
export interface BrowserHoverInput {
    /** Where, or on which element. */
    target: BrowserClickTarget;
    /** The tab. */
    tab_id?: string | null | undefined;
}
/** A call of `hover` of a browser. */
export type BrowserHoverToolUseBlock = CallOf<"browser", "hover", BrowserHoverInput>;
/** A call of `hover` of a browser. */
export type ResponseBrowserHoverToolUseBlock = BrowserHoverToolUseBlock;
/** What holds for `hover` of a browser. */
export type BrowserHoverConfig = MemberConfig;
/** What `left_click_drag` of a browser is called with. */
export interface BrowserLeftClickDragInput {
    /** Where the drag begins. */
    from: BrowserCoordinateTarget;
    /** Where, or on which element. */
    target: BrowserCoordinateTarget;
    /** The tab. */
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
/** What holds for `left_click_drag` of a browser. */
export type BrowserLeftClickDragConfig = MemberConfig;
/** What `left_mouse_down` of a browser is called with. */
export interface BrowserLeftMouseDownInput {
    /** Where, or on which element. */
    target: BrowserCoordinateTarget;
    /** The tab. */
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
/** What holds for `left_mouse_down` of a browser. */
export type BrowserLeftMouseDownConfig = MemberConfig;
/** What `left_mouse_up` of a browser is called with. */
export interface BrowserLeftMouseUpInput {
    /** Where, or on which element. */
    target: BrowserCoordinateTarget;
    /** The tab. */
    tab_id?: string | null | undefined;
}
/** A call of `left_mouse_up` of a browser. */
export type BrowserLeftMouseUpToolUseBlock = CallOf<"browser", "left_mouse_up", BrowserLeftMouseUpInput>;
/** A call of `left_mouse_up` of a browser. */
export type ResponseBrowserLeftMouseUpToolUseBlock = BrowserLeftMouseUpToolUseBlock;
/** What holds for `left_mouse_up` of a browser. */
export type BrowserLeftMouseUpConfig = MemberConfig;
/** What `mouse_move` of a browser is called with. */
export interface BrowserMouseMoveInput {
    /** Where, or on which element. */
    target: BrowserCoordinateTarget;
    /** The tab. */
    tab_id?: string | null | undefined;
}
/** A call of `mouse_move` of a browser. */
export type BrowserMouseMoveToolUseBlock = CallOf<"browser", "mouse_move", BrowserMouseMoveInput>;
/** A call of `mouse_move` of a browser. */
export type ResponseBrowserMouseMoveToolUseBlock = BrowserMouseMoveToolUseBlock;
/** What holds for `mouse_move` of a browser. */
export type BrowserMouseMoveConfig = MemberConfig;
/** What `scroll` of a browser is called with. */
export interface BrowserScrollInput {
    /** Where to. */
    scroll_direction: BrowserScrollDirection;
    /** Where, or on which element. */
    target: BrowserCoordinateTarget;
    /** How far, in steps of the wheel. */
    scroll_amount?: number | null | undefined;
    /** The tab. */
    tab_id?: string | null | undefined;
}
/** A call of `scroll` of a browser. */
export type BrowserScrollToolUseBlock = CallOf<"browser", "scroll", BrowserScrollInput>;
/** A call of `scroll` of a browser. */
export type ResponseBrowserScrollToolUseBlock = BrowserScrollToolUseBlock;
/** What holds for `scroll` of a browser. */
export type BrowserScrollConfig = MemberConfig;
/** What `type` of a browser is called with. */
export interface BrowserTypeInput {
    /** What is typed, pressed or run. */
    text: string;
    /** The tab. */
    tab_id?: string | null | undefined;
}
/** A call of `type` of a browser. */
export type BrowserTypeToolUseBlock = CallOf<"browser", "type", BrowserTypeInput>;
/** A call of `type` of a browser. */
export type ResponseBrowserTypeToolUseBlock = BrowserTypeToolUseBlock;
/** What holds for `type` of a browser. */
export type BrowserTypeConfig = MemberConfig;
/** What `key` of a browser is called with. */
export interface BrowserKeyInput {
    /** What is typed, pressed or run. */
    text: string;
    /** How often. */
    repeat?: number | null | undefined;
    /** The tab. */
    tab_id?: string | null | undefined;
}
/** A call of `key` of a browser. */
export type BrowserKeyToolUseBlock = CallOf<"browser", "key", BrowserKeyInput>;
/** A call of `key` of a browser. */
export type ResponseBrowserKeyToolUseBlock = BrowserKeyToolUseBlock;
/** What holds for `key` of a browser. */
export type BrowserKeyConfig = MemberConfig;
/** What `hold_key` of a browser is called with. */
export interface BrowserHoldKeyInput {
    /** How long, in seconds. */
    duration: number;
    /** What is typed, pressed or run. */
    text: string;
    /** The tab. */
    tab_id?: string | null | undefined;
}
/** A call of `hold_key` of a browser. */
export type BrowserHoldKeyToolUseBlock = CallOf<"browser", "hold_key", BrowserHoldKeyInput>;
/** A call of `hold_key` of a browser. */
export type ResponseBrowserHoldKeyToolUseBlock = BrowserHoldKeyToolUseBlock;
/** What holds for `hold_key` of a browser. */
export type BrowserHoldKeyConfig = MemberConfig;
/** What `wait` of a browser is called with. */
export interface BrowserWaitInput {
    /** How long, in seconds. */
    duration: number;
    /** The tab. */
    tab_id?: string | null | undefined;
}
/** A call of `wait` of a browser. */
export type BrowserWaitToolUseBlock = CallOf<"browser", "wait", BrowserWaitInput>;
/** A call of `wait` of a browser. */
export type ResponseBrowserWaitToolUseBlock = BrowserWaitToolUseBlock;
/** What holds for `wait` of a browser. */
export type BrowserWaitConfig = MemberConfig;
/** What `javascript_exec` of a browser is called with. */
export interface BrowserJavascriptExecInput {
    /** What is typed, pressed or run. */
    text: string;
    /** The tab. */
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
/** What holds for `javascript_exec` of a browser. */
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
/** What a tool of a browser is called with. */
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
/** A call of a tool of a browser, told apart by its `name`. */
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
/** A call of a tool of a browser, told apart by its `name`. */
export type ResponseBrowserToolUseBlock = BrowserToolUseBlock;
/** What holds for the tools of a browser. */
export interface BrowserToolsetConfigs {
    /** What holds for `navigate`. */
    navigate?: BrowserNavigateConfig | null | undefined;
    /** What holds for `list_tabs`. */
    list_tabs?: BrowserListTabsConfig | null | undefined;
    /** What holds for `new_tab`. */
    new_tab?: BrowserNewTabConfig | null | undefined;
    /** What holds for `switch_tab`. */
    switch_tab?: BrowserSwitchTabConfig | null | undefined;
    /** What holds for `close_tab`. */
    close_tab?: BrowserCloseTabConfig | null | undefined;
    /** What holds for `read_page`. */
    read_page?: BrowserReadPageConfig | null | undefined;
    /** What holds for `get_page_text`. */
    get_page_text?: BrowserGetPageTextConfig | null | undefined;
    /** What holds for `read_console`. */
    read_console?: BrowserReadConsoleConfig | null | undefined;
    /** What holds for `read_network`. */
    read_network?: BrowserReadNetworkConfig | null | undefined;
    /** What holds for `find`. */
    find?: BrowserFindConfig | null | undefined;
    /** What holds for `form_input`. */
    form_input?: BrowserFormInputConfig | null | undefined;
    /** What holds for `file_upload`. */
    file_upload?: BrowserFileUploadConfig | null | undefined;
    /** What holds for `scroll_to`. */
    scroll_to?: BrowserScrollToConfig | null | undefined;
    /** What holds for `screenshot`. */
    screenshot?: BrowserScreenshotConfig | null | undefined;
    /** What holds for `zoom`. */
    zoom?: BrowserZoomConfig | null | undefined;
    /** What holds for `left_click`. */
    left_click?: BrowserLeftClickConfig | null | undefined;
    /** What holds for `right_click`. */
    right_click?: BrowserRightClickConfig | null | undefined;
    /** What holds for `middle_click`. */
    middle_click?: BrowserMiddleClickConfig | null | undefined;
    /** What holds for `double_click`. */
    double_click?: BrowserDoubleClickConfig | null | undefined;
    /** What holds for `triple_click`. */
    triple_click?: BrowserTripleClickConfig | null | undefined;
    /** What holds for `hover`. */
    hover?: BrowserHoverConfig | null | undefined;
    /** What holds for `left_click_drag`. */
    left_click_drag?: BrowserLeftClickDragConfig | null | undefined;
    /** What holds for `left_mouse_down`. */
    left_mouse_down?: BrowserLeftMouseDownConfig | null | undefined;
    /** What holds for `left_mouse_up`. */
    left_mouse_up?: BrowserLeftMouseUpConfig | null | undefined;
    /** What holds for `mouse_move`. */
    mouse_move?: BrowserMouseMoveConfig | null | undefined;
    /** What holds for `scroll`. */
    scroll?: BrowserScrollConfig | null | undefined;
    /** What holds for `type`. */
    type?: BrowserTypeConfig | null | undefined;
    /** What holds for `key`. */
    key?: BrowserKeyConfig | null | undefined;
    /** What holds for `hold_key`. */
    hold_key?: BrowserHoldKeyConfig | null | undefined;
    /** What holds for `wait`. */
    wait?: BrowserWaitConfig | null | undefined;
    /** What holds for `javascript_exec`. */
    javascript_exec?: BrowserJavascriptExecConfig | null | undefined;
}
/** The tools of a browser, which the caller runs. */
export interface BrowserToolset20260801 {
    type: "browser_toolset_20260801";
    /** A cache breakpoint. */
    cache_control?: P.CacheControlParam | null | undefined;
    /** What holds for each of them. */
    configs?: BrowserToolsetConfigs | null | undefined;
}

// The tools of a computer

/** What `key` of a computer is called with. */
export interface ComputerKeyInput {
    /** What is typed or pressed; with the mouse, keys that are held meanwhile. */
    text: string;
    /** How often. */
    repeat?: number | null | undefined;
}
/** A call of `key` of a computer. */
export type ComputerKeyToolUseBlock = CallOf<"computer", "key", ComputerKeyInput>;
/** A call of `key` of a computer. */
export type ResponseComputerKeyToolUseBlock = ComputerKeyToolUseBlock;
/** What holds for `key` of a computer. */
export type ComputerKeyConfig = MemberConfig;
/** What `hold_key` of a computer is called with. */
export interface ComputerHoldKeyInput {
    /** How long, in seconds. */
    duration: number;
    /** What is typed or pressed; with the mouse, keys that are held meanwhile. */
    text: string;
}
/** A call of `hold_key` of a computer. */
export type ComputerHoldKeyToolUseBlock = CallOf<"computer", "hold_key", ComputerHoldKeyInput>;
/** A call of `hold_key` of a computer. */
export type ResponseComputerHoldKeyToolUseBlock = ComputerHoldKeyToolUseBlock;
/** What holds for `hold_key` of a computer. */
export type ComputerHoldKeyConfig = MemberConfig;
/** What `type` of a computer is called with. */
export interface ComputerTypeInput {
    /** What is typed or pressed; with the mouse, keys that are held meanwhile. */
    text: string;
}
/** A call of `type` of a computer. */
export type ComputerTypeToolUseBlock = CallOf<"computer", "type", ComputerTypeInput>;
/** A call of `type` of a computer. */
export type ResponseComputerTypeToolUseBlock = ComputerTypeToolUseBlock;
/** What holds for `type` of a computer. */
export type ComputerTypeConfig = MemberConfig;
/** What `cursor_position` of a computer is called with. */
export type ComputerCursorPositionInput = object;
/** A call of `cursor_position` of a computer. */
export type ComputerCursorPositionToolUseBlock = CallOf<
    "computer",
    "cursor_position",
    ComputerCursorPositionInput
>;
/** A call of `cursor_position` of a computer. */
export type ResponseComputerCursorPositionToolUseBlock = ComputerCursorPositionToolUseBlock;
/** What holds for `cursor_position` of a computer. */
export type ComputerCursorPositionConfig = MemberConfig;
/** What `mouse_move` of a computer is called with. */
export interface ComputerMouseMoveInput {
    /** Where: x and y in pixels. */
    coordinate: number[];
}
/** A call of `mouse_move` of a computer. */
export type ComputerMouseMoveToolUseBlock = CallOf<"computer", "mouse_move", ComputerMouseMoveInput>;
/** A call of `mouse_move` of a computer. */
export type ResponseComputerMouseMoveToolUseBlock = ComputerMouseMoveToolUseBlock;
/** What holds for `mouse_move` of a computer. */
export type ComputerMouseMoveConfig = MemberConfig;
/** What `left_mouse_down` of a computer is called with. */
export type ComputerLeftMouseDownInput = object;
/** A call of `left_mouse_down` of a computer. */
export type ComputerLeftMouseDownToolUseBlock = CallOf<
    "computer",
    "left_mouse_down",
    ComputerLeftMouseDownInput
>;
/** A call of `left_mouse_down` of a computer. */
export type ResponseComputerLeftMouseDownToolUseBlock = ComputerLeftMouseDownToolUseBlock;
/** What holds for `left_mouse_down` of a computer. */
export type ComputerLeftMouseDownConfig = MemberConfig;
/** What `left_mouse_up` of a computer is called with. */
export type ComputerLeftMouseUpInput = object;
/** A call of `left_mouse_up` of a computer. */
export type ComputerLeftMouseUpToolUseBlock = CallOf<"computer", "left_mouse_up", ComputerLeftMouseUpInput>;
/** A call of `left_mouse_up` of a computer. */
export type ResponseComputerLeftMouseUpToolUseBlock = ComputerLeftMouseUpToolUseBlock;
/** What holds for `left_mouse_up` of a computer. */
export type ComputerLeftMouseUpConfig = MemberConfig;
/** What `left_click` of a computer is called with. */
export interface ComputerLeftClickInput {
    /** Where: x and y in pixels. */
    coordinate?: number[] | null | undefined;
    /** What is typed or pressed; with the mouse, keys that are held meanwhile. */
    text?: string | null | undefined;
}
/** A call of `left_click` of a computer. */
export type ComputerLeftClickToolUseBlock = CallOf<"computer", "left_click", ComputerLeftClickInput>;
/** A call of `left_click` of a computer. */
export type ResponseComputerLeftClickToolUseBlock = ComputerLeftClickToolUseBlock;
/** What holds for `left_click` of a computer. */
export type ComputerLeftClickConfig = MemberConfig;
/** What `left_click_drag` of a computer is called with. */
export interface ComputerLeftClickDragInput {
    /** Where: x and y in pixels. */
    coordinate: number[];
    /** Where the drag begins: x and y in pixels. */
    start_coordinate: number[];
    /** What is typed or pressed; with the mouse, keys that are held meanwhile. */
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
/** What holds for `left_click_drag` of a computer. */
export type ComputerLeftClickDragConfig = MemberConfig;
/** What `right_click` of a computer is called with. */
export interface ComputerRightClickInput {
    /** Where: x and y in pixels. */
    coordinate?: number[] | null | undefined;
    /** What is typed or pressed; with the mouse, keys that are held meanwhile. */
    text?: string | null | undefined;
}
/** A call of `right_click` of a computer. */
export type ComputerRightClickToolUseBlock = CallOf<"computer", "right_click", ComputerRightClickInput>;
/** A call of `right_click` of a computer. */
export type ResponseComputerRightClickToolUseBlock = ComputerRightClickToolUseBlock;
/** What holds for `right_click` of a computer. */
export type ComputerRightClickConfig = MemberConfig;
/** What `middle_click` of a computer is called with. */
export interface ComputerMiddleClickInput {
    /** Where: x and y in pixels. */
    coordinate?: number[] | null | undefined;
    /** What is typed or pressed; with the mouse, keys that are held meanwhile. */
    text?: string | null | undefined;
}
/** A call of `middle_click` of a computer. */
export type ComputerMiddleClickToolUseBlock = CallOf<"computer", "middle_click", ComputerMiddleClickInput>;
/** A call of `middle_click` of a computer. */
export type ResponseComputerMiddleClickToolUseBlock = ComputerMiddleClickToolUseBlock;
/** What holds for `middle_click` of a computer. */
export type ComputerMiddleClickConfig = MemberConfig;
/** What `double_click` of a computer is called with. */
export interface ComputerDoubleClickInput {
    /** Where: x and y in pixels. */
    coordinate?: number[] | null | undefined;
    /** What is typed or pressed; with the mouse, keys that are held meanwhile. */
    text?: string | null | undefined;
}
/** A call of `double_click` of a computer. */
export type ComputerDoubleClickToolUseBlock = CallOf<"computer", "double_click", ComputerDoubleClickInput>;
/** A call of `double_click` of a computer. */
export type ResponseComputerDoubleClickToolUseBlock = ComputerDoubleClickToolUseBlock;
/** What holds for `double_click` of a computer. */
export type ComputerDoubleClickConfig = MemberConfig;
/** What `triple_click` of a computer is called with. */
export interface ComputerTripleClickInput {
    /** Where: x and y in pixels. */
    coordinate?: number[] | null | undefined;
    /** What is typed or pressed; with the mouse, keys that are held meanwhile. */
    text?: string | null | undefined;
}
/** A call of `triple_click` of a computer. */
export type ComputerTripleClickToolUseBlock = CallOf<"computer", "triple_click", ComputerTripleClickInput>;
/** A call of `triple_click` of a computer. */
export type ResponseComputerTripleClickToolUseBlock = ComputerTripleClickToolUseBlock;
/** What holds for `triple_click` of a computer. */
export type ComputerTripleClickConfig = MemberConfig;
/** What `scroll` of a computer is called with. */
export interface ComputerScrollInput {
    /** How far, in steps of the wheel. */
    scroll_amount: number;
    /** Where to. */
    scroll_direction: ComputerScrollDirection;
    /** Where: x and y in pixels. */
    coordinate?: number[] | null | undefined;
    /** What is typed or pressed; with the mouse, keys that are held meanwhile. */
    text?: string | null | undefined;
}
/** A call of `scroll` of a computer. */
export type ComputerScrollToolUseBlock = CallOf<"computer", "scroll", ComputerScrollInput>;
/** A call of `scroll` of a computer. */
export type ResponseComputerScrollToolUseBlock = ComputerScrollToolUseBlock;
/** What holds for `scroll` of a computer. */
export type ComputerScrollConfig = MemberConfig;
/** What `wait` of a computer is called with. */
export interface ComputerWaitInput {
    /** How long, in seconds. */
    duration: number;
}
/** A call of `wait` of a computer. */
export type ComputerWaitToolUseBlock = CallOf<"computer", "wait", ComputerWaitInput>;
/** A call of `wait` of a computer. */
export type ResponseComputerWaitToolUseBlock = ComputerWaitToolUseBlock;
/** What holds for `wait` of a computer. */
export type ComputerWaitConfig = MemberConfig;
/** What `screenshot` of a computer is called with. */
export type ComputerScreenshotInput = object;
/** A call of `screenshot` of a computer. */
export type ComputerScreenshotToolUseBlock = CallOf<"computer", "screenshot", ComputerScreenshotInput>;
/** A call of `screenshot` of a computer. */
export type ResponseComputerScreenshotToolUseBlock = ComputerScreenshotToolUseBlock;
/** What holds for `screenshot` of a computer. */
export type ComputerScreenshotConfig = MemberConfig;
/** What `zoom` of a computer is called with. */
export interface ComputerZoomInput {
    /** The part that is shown: x and y of one corner and of the other. */
    region: number[];
}
/** A call of `zoom` of a computer. */
export type ComputerZoomToolUseBlock = CallOf<"computer", "zoom", ComputerZoomInput>;
/** A call of `zoom` of a computer. */
export type ResponseComputerZoomToolUseBlock = ComputerZoomToolUseBlock;
/** What holds for `zoom` of a computer. */
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
/** What a tool of a computer is called with. */
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
/** A call of a tool of a computer, told apart by its `name`. */
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
/** A call of a tool of a computer, told apart by its `name`. */
export type ResponseComputerToolUseBlock = ComputerToolUseBlock;
/** What holds for the tools of a computer. */
export interface ComputerToolsetConfigs {
    /** What holds for `key`. */
    key?: ComputerKeyConfig | null | undefined;
    /** What holds for `hold_key`. */
    hold_key?: ComputerHoldKeyConfig | null | undefined;
    /** What holds for `type`. */
    type?: ComputerTypeConfig | null | undefined;
    /** What holds for `cursor_position`. */
    cursor_position?: ComputerCursorPositionConfig | null | undefined;
    /** What holds for `mouse_move`. */
    mouse_move?: ComputerMouseMoveConfig | null | undefined;
    /** What holds for `left_mouse_down`. */
    left_mouse_down?: ComputerLeftMouseDownConfig | null | undefined;
    /** What holds for `left_mouse_up`. */
    left_mouse_up?: ComputerLeftMouseUpConfig | null | undefined;
    /** What holds for `left_click`. */
    left_click?: ComputerLeftClickConfig | null | undefined;
    /** What holds for `left_click_drag`. */
    left_click_drag?: ComputerLeftClickDragConfig | null | undefined;
    /** What holds for `right_click`. */
    right_click?: ComputerRightClickConfig | null | undefined;
    /** What holds for `middle_click`. */
    middle_click?: ComputerMiddleClickConfig | null | undefined;
    /** What holds for `double_click`. */
    double_click?: ComputerDoubleClickConfig | null | undefined;
    /** What holds for `triple_click`. */
    triple_click?: ComputerTripleClickConfig | null | undefined;
    /** What holds for `scroll`. */
    scroll?: ComputerScrollConfig | null | undefined;
    /** What holds for `wait`. */
    wait?: ComputerWaitConfig | null | undefined;
    /** What holds for `screenshot`. */
    screenshot?: ComputerScreenshotConfig | null | undefined;
    /** What holds for `zoom`. */
    zoom?: ComputerZoomConfig | null | undefined;
}
/** The tools of a computer, which the caller runs. */
export interface ComputerToolset20260801 {
    type: "computer_toolset_20260801";
    /** A cache breakpoint. */
    cache_control?: P.CacheControlParam | null | undefined;
    /** What holds for each of them. */
    configs?: ComputerToolsetConfigs | null | undefined;
}
