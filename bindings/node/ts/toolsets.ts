// The toolsets: families of tools that the service defines and a program runs. Made out of schema/toolsets.toml by
// `make generate`.

import {
    type Carries,
    clientTool,
    type CoordinateTarget,
    type DefinitionFields,
    type Others,
    type Point,
    type RefTarget,
    type Screenshot,
} from "./client_tools.js";
import type { RunnableTool } from "./tool.js";

/** A click, at a point or where the cursor is. */
export interface ClickCommand {
    /** The point, in pixels of the screenshots. */
    readonly coordinate?: Point;
    /** Keys to hold meanwhile, such as `ctrl+shift`. */
    readonly text?: string;
}

/** Move the cursor. */
export interface MouseMoveCommand {
    /** The point, in pixels of the screenshots. */
    readonly coordinate: Point;
}

/** Press the left button, move, release it. */
export interface DragCommand {
    /** The point where the button is pressed. */
    readonly start_coordinate: Point;
    /** The point, in pixels of the screenshots. */
    readonly coordinate: Point;
    /** Keys to hold meanwhile, such as `ctrl+shift`. */
    readonly text?: string;
}

/** Turn the wheel. */
export interface ScrollCommand {
    /** The direction. */
    readonly scroll_direction: "up" | "down" | "left" | "right";
    /** The distance in steps of the wheel. */
    readonly scroll_amount: number;
    /** The point, in pixels of the screenshots. */
    readonly coordinate?: Point;
    /** Keys to hold meanwhile, such as `ctrl+shift`. */
    readonly text?: string;
}

/** Press keys such as `ctrl+s` or `Page_Down`. */
export interface KeyCommand {
    /** The keys, joined by `+`. */
    readonly text: string;
    /** Number of repetitions, from 1 to 100. */
    readonly repeat: number;
}

/** Hold keys for a time. */
export interface HoldKeyCommand {
    /** The keys, joined by `+`. */
    readonly text: string;
    /** The duration in seconds, from 0 to 100. */
    readonly duration: number;
}

/** Type a text. */
export interface TypeCommand {
    /** The text. */
    readonly text: string;
}

/** Wait. */
export interface WaitCommand {
    /** The duration in seconds, from 0 to 100. */
    readonly duration: number;
}

/** Show a part of the screen, enlarged. */
export interface ZoomCommand {
    /** The left, upper, right and lower edge of the part, in pixels of the screenshots. */
    readonly region: readonly [number, number, number, number];
}

/** Screen, mouse and keyboard: the toolset `computer`. Only commands with a function are offered to the model. */
export interface ComputerHandlers<C = unknown> extends Others<C> {
    /** Presses a key, or several together. */
    key?: Carries<KeyCommand, C>;
    /** Holds a key, or several together. */
    hold_key?: Carries<HoldKeyCommand, C>;
    /** Types a text. */
    type?: Carries<TypeCommand, C>;
    /** Reports the position of the cursor. */
    cursor_position?: Carries<object, C, Point>;
    /** Moves the cursor. */
    mouse_move?: Carries<MouseMoveCommand, C>;
    /** Presses the left button. */
    left_mouse_down?: Carries<object, C>;
    /** Releases the left button. */
    left_mouse_up?: Carries<object, C>;
    /** Clicks the left button. */
    left_click?: Carries<ClickCommand, C>;
    /** Presses the left button, moves, releases it. */
    left_click_drag?: Carries<DragCommand, C>;
    /** Clicks the right button. */
    right_click?: Carries<ClickCommand, C>;
    /** Clicks the middle button. */
    middle_click?: Carries<ClickCommand, C>;
    /** Clicks the left button twice. */
    double_click?: Carries<ClickCommand, C>;
    /** Clicks the left button three times. */
    triple_click?: Carries<ClickCommand, C>;
    /** Turns the wheel. */
    scroll?: Carries<ScrollCommand, C>;
    /** Waits. */
    wait?: Carries<WaitCommand, C>;
    /** Shows the screen. */
    screenshot?: Carries<object, C, Screenshot>;
    /** Shows a part of the screen, enlarged. */
    zoom?: Carries<ZoomCommand, C, Screenshot>;
}

/**
 * Content of the screen can make the model type and click unwanted things: give it a machine of its own, and an
 * `approve` that asks. Commands of a turn run one after another, and the first failure ends them. Throws a
 * `ConfigError` if no command has a function.
 */
export function computerTool<C = unknown>(
    handlers: ComputerHandlers<C>,
    fields?: DefinitionFields,
): RunnableTool<C> {
    return clientTool("computer", handlers, fields);
}

/** Open an address, or move in the history. */
export interface BrowserNavigateCommand {
    /** The URL; `back`, `forward` and `reload` move in the history. */
    readonly url: string;
    /** The tab; the active one without it. */
    readonly tab_id?: string;
}

/** A command to one tab. */
export interface BrowserTabCommand {
    /** The tab. */
    readonly tab_id: string;
}

/** Read the elements of a page. */
export interface BrowserReadPageCommand {
    /** Number of levels to read below the root. */
    readonly depth?: number;
    /** The elements to read. */
    readonly filter?: "all" | "interactive";
    /** The element to read, with its descendants. */
    readonly ref?: string;
    /** The tab; the active one without it. */
    readonly tab_id?: string;
}

/** A command to the page of a tab. */
export interface BrowserPageCommand {
    /** The tab; the active one without it. */
    readonly tab_id?: string;
}

/** Find elements by a description. */
export interface BrowserFindCommand {
    /** A description of the elements to find. */
    readonly query: string;
    /** The tab; the active one without it. */
    readonly tab_id?: string;
}

/** Set the value of an element of a form. */
export interface BrowserFormInputCommand {
    /** The element. */
    readonly target: RefTarget;
    /** The value for the element. */
    readonly value: string | number | boolean;
    /** The tab; the active one without it. */
    readonly tab_id?: string;
}

/** Give files to an element. */
export interface BrowserFileUploadCommand {
    /** The element. */
    readonly target: RefTarget;
    /** The program's ids of the files to upload. */
    readonly document_ids?: readonly string[];
    /** The paths of the files to upload. */
    readonly paths?: readonly string[];
    /** The tab; the active one without it. */
    readonly tab_id?: string;
}

/** Scroll until an element is visible. */
export interface BrowserScrollToCommand {
    /** The element. */
    readonly target: RefTarget;
    /** The tab; the active one without it. */
    readonly tab_id?: string;
}

/** Show a part of the page, enlarged. */
export interface BrowserZoomCommand {
    /** The left, upper, right and lower edge of the part, in pixels of the visible area. */
    readonly region: readonly [number, number, number, number];
    /** The tab; the active one without it. */
    readonly tab_id?: string;
}

/** A click, at a point or on an element. */
export interface BrowserClickCommand {
    /** The point or the element. */
    readonly target: CoordinateTarget | RefTarget;
    /** Keys to hold meanwhile, joined by `+`. */
    readonly modifiers?: string;
    /** The tab; the active one without it. */
    readonly tab_id?: string;
}

/** Move the cursor to a point or onto an element. */
export interface BrowserHoverCommand {
    /** The point or the element. */
    readonly target: CoordinateTarget | RefTarget;
    /** The tab; the active one without it. */
    readonly tab_id?: string;
}

/** Press the left button, move, release it. */
export interface BrowserDragCommand {
    /** The start of the drag. */
    readonly from: CoordinateTarget;
    /** The point. */
    readonly target: CoordinateTarget;
    /** The tab; the active one without it. */
    readonly tab_id?: string;
}

/** A command to the mouse at a point. */
export interface BrowserMouseCommand {
    /** The point. */
    readonly target: CoordinateTarget;
    /** The tab; the active one without it. */
    readonly tab_id?: string;
}

/** Turn the wheel. */
export interface BrowserScrollCommand {
    /** The direction. */
    readonly scroll_direction: "up" | "down" | "left" | "right";
    /** The point. */
    readonly target: CoordinateTarget;
    /** The distance in steps of the wheel. */
    readonly scroll_amount?: number;
    /** The tab; the active one without it. */
    readonly tab_id?: string;
}

/** Type a text. */
export interface BrowserTypeCommand {
    /** The text. */
    readonly text: string;
    /** The tab; the active one without it. */
    readonly tab_id?: string;
}

/** Press keys such as `ctrl+s` or `Page_Down`. */
export interface BrowserKeyCommand {
    /** The keys, joined by `+`. */
    readonly text: string;
    /** Number of repetitions, from 1 to 100. */
    readonly repeat: number;
    /** The tab; the active one without it. */
    readonly tab_id?: string;
}

/** Hold keys for a time. */
export interface BrowserHoldKeyCommand {
    /** The keys, joined by `+`. */
    readonly text: string;
    /** The duration in seconds, from 0 to 100. */
    readonly duration: number;
    /** The tab; the active one without it. */
    readonly tab_id?: string;
}

/** Wait. */
export interface BrowserWaitCommand {
    /** The duration in seconds, from 0 to 100. */
    readonly duration: number;
    /** The tab; the active one without it. */
    readonly tab_id?: string;
}

/** Run code in the page. */
export interface BrowserScriptCommand {
    /** The JavaScript code. */
    readonly text: string;
    /** The tab; the active one without it. */
    readonly tab_id?: string;
}

/**
 * Tabs, pages, mouse and keyboard of a browser: the toolset `browser`. Only commands with a function are offered to the
 * model.
 */
export interface BrowserHandlers<C = unknown> extends Others<C> {
    /** Opens an address, or moves in the history. */
    navigate?: Carries<BrowserNavigateCommand, C>;
    /** Lists the open tabs. */
    list_tabs?: Carries<object, C>;
    /** Opens a tab. */
    new_tab?: Carries<object, C>;
    /** Makes a tab the active one. */
    switch_tab?: Carries<BrowserTabCommand, C>;
    /** Closes a tab. */
    close_tab?: Carries<BrowserTabCommand, C>;
    /** Reads the elements of a page, with references. */
    read_page?: Carries<BrowserReadPageCommand, C>;
    /** Reads the text of a page. */
    get_page_text?: Carries<BrowserPageCommand, C>;
    /** Reads the messages of the console. */
    read_console?: Carries<BrowserPageCommand, C>;
    /** Reads the requests of a page. */
    read_network?: Carries<BrowserPageCommand, C>;
    /** Finds elements by a description. */
    find?: Carries<BrowserFindCommand, C>;
    /** Sets the value of an element of a form. */
    form_input?: Carries<BrowserFormInputCommand, C>;
    /** Gives files to an element. */
    file_upload?: Carries<BrowserFileUploadCommand, C>;
    /** Scrolls until an element is visible. */
    scroll_to?: Carries<BrowserScrollToCommand, C>;
    /** Shows the visible area of a page. */
    screenshot?: Carries<BrowserPageCommand, C, Screenshot>;
    /** Shows a part of the page, enlarged. */
    zoom?: Carries<BrowserZoomCommand, C, Screenshot>;
    /** Clicks the left button. */
    left_click?: Carries<BrowserClickCommand, C>;
    /** Clicks the right button. */
    right_click?: Carries<BrowserClickCommand, C>;
    /** Clicks the middle button. */
    middle_click?: Carries<BrowserClickCommand, C>;
    /** Clicks the left button twice. */
    double_click?: Carries<BrowserClickCommand, C>;
    /** Clicks the left button three times. */
    triple_click?: Carries<BrowserClickCommand, C>;
    /** Moves the cursor to a point or onto an element. */
    hover?: Carries<BrowserHoverCommand, C>;
    /** Presses the left button, moves, releases it. */
    left_click_drag?: Carries<BrowserDragCommand, C>;
    /** Presses the left button. */
    left_mouse_down?: Carries<BrowserMouseCommand, C>;
    /** Releases the left button. */
    left_mouse_up?: Carries<BrowserMouseCommand, C>;
    /** Moves the cursor. */
    mouse_move?: Carries<BrowserMouseCommand, C>;
    /** Turns the wheel. */
    scroll?: Carries<BrowserScrollCommand, C>;
    /** Types a text. */
    type?: Carries<BrowserTypeCommand, C>;
    /** Presses a key, or several together. */
    key?: Carries<BrowserKeyCommand, C>;
    /** Holds a key, or several together. */
    hold_key?: Carries<BrowserHoldKeyCommand, C>;
    /** Waits. */
    wait?: Carries<BrowserWaitCommand, C>;
    /** Runs code in the page. */
    javascript_exec?: Carries<BrowserScriptCommand, C>;
}

/**
 * Pages can make the model navigate, type and run code against the user's will: give it a profile and a machine of its
 * own, restrict its addresses, and set an `approve` that asks. Commands of a turn run one after another, and the first
 * failure ends them. Throws a `ConfigError` if no command has a function.
 */
export function browserTool<C = unknown>(
    handlers: BrowserHandlers<C>,
    fields?: DefinitionFields,
): RunnableTool<C> {
    return clientTool("browser", handlers, fields);
}
