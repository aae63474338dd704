// Tools that the service defines and a program runs: memory, text editor, shell, and the base of the
// toolsets (protocol §1.6). The core defines the commands and the replies to the model.
//
// Nothing here touches a file, a screen or a process, and nothing protects the program that does: the commands come
// from a model, which may have read them in a document or on a page.

import { translateErrors } from "./errors.js";
import { needObject } from "./arguments.js";
import { native } from "./native.js";
import type { ToolParam } from "./params.js";
import { type ClientToolOptions, type RunnableTool, tool, type ToolContext, ToolError } from "./tool.js";

/** Pixels of the screenshots, from the left and the upper edge. */
export type Point = readonly [x: number, y: number];

/** A point of the visible area of a page, in pixels from its upper left corner. */
export interface CoordinateTarget {
    /** The kind of target. */
    readonly type: "coordinate";
    /** Pixels from the left edge. */
    readonly x: number;
    /** Pixels from the upper edge. */
    readonly y: number;
}

/** An element of a page. */
export interface RefTarget {
    /** The kind of target. */
    readonly type: "ref";
    /** The reference that `read_page` or `find` returned in this tab. */
    readonly ref: string;
}

/** An image of the screen, or of a part of it. The service refuses images beyond its limits. */
export interface Screenshot {
    /** The image itself, not base64. */
    readonly image: Uint8Array;
    /** Default: `image/png`. */
    readonly mediaType?: "image/png" | "image/jpeg" | "image/gif" | "image/webp" | undefined;
}

/** The result of an edit. */
export interface Edited {
    /** The whole text, to be written. */
    readonly text: string;
    /** The reply for the model, once the file is written. */
    readonly reply: string;
}

/** The replies for the model in cases that the program detects. */
interface Said {
    readonly notFound?: string | undefined;
    readonly exists?: string | undefined;
}

function madeOf(made: { refusal?: string | undefined; text?: string | undefined }): string {
    if (made.refusal !== undefined) throw new ToolError(made.refusal);
    return made.text ?? "";
}

/** A command to a path that should be there. */
class PathCommand {
    readonly #input: string;
    readonly #said: Said;

    /** @internal */
    constructor(input: string, said: Said) {
        this.#input = input;
        this.#said = said;
        Object.assign(this, JSON.parse(input) as object);
    }

    /** The error for the model if there is no such path, to be thrown. */
    notFound(): ToolError {
        return new ToolError(this.#said.notFound ?? "");
    }

    /** @internal The error for the model if the path to create exists. */
    protected taken(): ToolError {
        return new ToolError(this.#said.exists ?? "");
    }

    /** @internal */
    protected get input(): string {
        return this.#input;
    }
}

/** Look at a file or a directory. */
export class ViewCommand extends PathCommand {
    /** Which command it is. */
    declare readonly command: "view";
    /** Where it is. */
    declare readonly path: string;
    /** First and last line, from 1 on; -1 is the end of the file. */
    declare readonly view_range?: readonly [number, number];

    /** The answer for a file with this text. Throws a `ToolError` if the lines are not there. */
    showFile(text: string): string {
        return madeOf(native.clientShowFile(this.input, text));
    }

    /**
     * The answer for a directory: paths relative to it, those of directories with `/` at their end, and sizes in bytes.
     * Hidden entries and those deeper than two levels are left out.
     */
    showDirectory(entries: Iterable<readonly [path: string, bytes: number]>): string {
        const all = [...entries];
        const paths = all.map(([path]) => path);
        return madeOf(
            native.clientShowDirectory(
                this.input,
                paths,
                all.map(([, bytes]) => bytes),
            ),
        );
    }
}

/** A command that changes the text of a file. */
class TextCommand extends PathCommand {
    /** The text of the file with the change. Throws a `ToolError` if the place is not there. */
    apply(text: string): Edited {
        const made = native.clientEdit(this.input, text);
        return { text: madeOf(made), reply: made.reply ?? "" };
    }
}

/** Make a file. */
export class CreateCommand extends PathCommand {
    /** Which command it is. */
    declare readonly command: "create";
    /** Where it is. */
    declare readonly path: string;
    /** The content of the file. */
    declare readonly file_text: string;

    /** The error for the model if the file exists already, to be thrown. */
    exists(): ToolError {
        return this.taken();
    }
}

/** Replace a text that occurs once in a file. */
export class StrReplaceCommand extends TextCommand {
    /** Which command it is. */
    declare readonly command: "str_replace";
    /** Where it is. */
    declare readonly path: string;
    /** The text to be replaced. */
    declare readonly old_str: string;
    /** Empty to remove the text. */
    declare readonly new_str: string;
}

/** Put lines into a file. */
export class InsertCommand extends TextCommand {
    /** Which command it is. */
    declare readonly command: "insert";
    /** Where it is. */
    declare readonly path: string;
    /** The line that they come after; 0 is the beginning. */
    declare readonly insert_line: number;
    /** The lines. */
    declare readonly insert_text: string;
}

/** Remove a file, or a directory with all it holds. */
export class DeleteCommand extends PathCommand {
    /** Which command it is. */
    declare readonly command: "delete";
    /** Where it is. */
    declare readonly path: string;
}

/** Give another path to a file or a directory. */
export class RenameCommand extends PathCommand {
    /** Which command it is. */
    declare readonly command: "rename";
    /** Where it is. */
    declare readonly old_path: string;
    /** Where it is to be. */
    declare readonly new_path: string;

    /** The error for the model if the new path is taken, to be thrown. */
    exists(): ToolError {
        return this.taken();
    }
}

/** Take the last edit of a file back. Only `text_editor_20250124` asks for it. */
export class UndoEditCommand extends PathCommand {
    /** Which command it is. */
    declare readonly command: "undo_edit";
    /** Where it is. */
    declare readonly path: string;
}

/** Run a command line in the session. */
export interface RunCommand {
    /** The command line for the shell. */
    readonly command: string;
}

/** Begin a new session. */
export interface RestartCommand {
    /** True, always. */
    readonly restart: true;
}

/**
 * Carries a command out, and returns text or content blocks. If it returns nothing, the model reads the reply that the
 * service documents, such as `Clicked.`.
 */
export type Carries<T, C, R = unknown> =
    ((command: T, frame: ToolContext<C>) => R | PromiseLike<R>) | undefined;

/** A command that this version does not know: the whole input. */
export interface Others<C> {
    /** Carries out a command that this version does not know, given its whole input. */
    other?: Carries<Record<string, unknown>, C>;
}

/**
 * The files behind the memory tool. A command without a handler is answered as not supported.
 *
 * The paths come from the model and begin with `/memories`: a program that maps them to files must ensure that none
 * leaves its directory, not even by `..` or by links.
 */
export interface MemoryHandlers<C = unknown> extends Others<C> {
    /** Shows a file or a directory. */
    view?: Carries<ViewCommand, C>;
    /** Makes a file. */
    create?: Carries<CreateCommand, C>;
    /** Replaces a text that occurs once in a file. */
    str_replace?: Carries<StrReplaceCommand, C>;
    /** Puts lines into a file. */
    insert?: Carries<InsertCommand, C>;
    /** Removes a file or a directory. */
    delete?: Carries<DeleteCommand, C>;
    /** Moves a file or a directory. */
    rename?: Carries<RenameCommand, C>;
}

/**
 * The files behind the text editor. A command without a handler is answered as not supported.
 *
 * The paths come from the model: decide which of them it may see and change, before a file is opened.
 */
export interface TextEditorHandlers<C = unknown> extends Others<C> {
    /** Shows a file or a directory. */
    view?: Carries<ViewCommand, C>;
    /** Makes a file. */
    create?: Carries<CreateCommand, C>;
    /** Replaces a text that occurs once in a file. */
    str_replace?: Carries<StrReplaceCommand, C>;
    /** Puts lines into a file. */
    insert?: Carries<InsertCommand, C>;
    /** Takes the last change of a file back. */
    undo_edit?: Carries<UndoEditCommand, C>;
}

/**
 * The shell behind the tool `bash`. Variables and the working folder stay from one command to the next until it is
 * begun anew.
 *
 * Commands come from the model and can do all that the session may: give it a container or a virtual machine of its
 * own, a `toolTimeout`, and an `approve` that asks.
 */
export interface BashHandlers<C = unknown> {
    /** The answer is its output. A command that fails is no failed call: its output says so. */
    run?: Carries<RunCommand, C>;
    /** Begins the session anew. */
    restart?: Carries<RestartCommand, C>;
}

/** Fields of a definition, such as `cache_control` or `max_characters`; `undefined` removes one. */
export type DefinitionFields = Omit<ToolParam, "name" | "type" | "input_schema" | "description"> &
    Record<string, unknown>;

const CLASSES: Readonly<Record<string, new (input: string, said: Said) => object>> = {
    view: ViewCommand,
    create: CreateCommand,
    str_replace: StrReplaceCommand,
    insert: InsertCommand,
    delete: DeleteCommand,
    rename: RenameCommand,
    undo_edit: UndoEditCommand,
};

/** @internal The definition of a tool, and a function that carries its commands out. */
export function clientTool<C>(
    name: string,
    handlers: object,
    fields: DefinitionFields | undefined,
): RunnableTool<C> {
    needObject(`the functions of the tool ${name}`, handlers, "{ view: (command) => … }");
    const own = (command: string): unknown => (handlers as Record<string, unknown>)[command];
    const written = commandsOf(handlers).filter((command) => typeof own(command) === "function");
    const definition = translateErrors(
        () => JSON.parse(native.clientToolDefinition(name, written)) as Record<string, unknown>,
    );
    const files = name === "memory" || name === "text_editor";
    const run = async (input: Record<string, unknown>, frame: ToolContext<C>): Promise<unknown> => {
        const member = frame.call.toolset === null ? null : frame.call.name;
        const read = native.clientCommand(name, member, JSON.stringify(input));
        if (read.refusal !== undefined) throw new ToolError(read.refusal);
        const { name: command = "", input: text = "{}", done, unsupported = "" } = read;
        const carry = written.includes(command) ? own(command) : undefined;
        if (typeof carry !== "function") throw new ToolError(unsupported);
        const Class = files ? CLASSES[command] : undefined;
        const given: unknown = Class === undefined ? JSON.parse(text) : new Class(text, read);
        const reply: unknown = await (carry as (command: unknown, frame: ToolContext<C>) => unknown).call(
            handlers,
            given,
            frame,
        );
        return contentOf(reply, done);
    };
    return tool<C>({ ...definition, ...fields, run } as ClientToolOptions<C>);
}

/** The names of an object's functions, those of its classes included. */
function commandsOf(handlers: object): string[] {
    const names = new Set<string>();
    for (let at: object | null = handlers; at !== null && at !== Object.prototype;) {
        for (const name of Object.getOwnPropertyNames(at)) names.add(name);
        at = Object.getPrototypeOf(at) as object | null;
    }
    names.delete("constructor");
    return [...names];
}

function contentOf(reply: unknown, done: string | undefined): unknown {
    if (reply === undefined || reply === null) return done;
    if (typeof reply === "object" && "image" in reply) {
        const { image, mediaType = "image/png" } = reply as Screenshot;
        const data = Buffer.from(image.buffer, image.byteOffset, image.byteLength).toString("base64");
        return [{ type: "image", source: { type: "base64", media_type: mediaType, data } }];
    }
    if (Array.isArray(reply) && reply.length === 2 && reply.every((one) => typeof one === "number")) {
        const [x, y] = reply as [number, number];
        return native.clientCursorPosition(x, y);
    }
    return reply;
}

/** Notes that the model keeps between conversations. */
export function memoryTool<C = unknown>(
    handlers: MemoryHandlers<C>,
    fields?: DefinitionFields,
): RunnableTool<C> {
    return clientTool("memory", handlers, fields);
}

/**
 * An editor, by which the model looks at files and changes them. With `max_characters` the model expects that a view is
 * not longer, and `view` has to shorten it.
 */
export function textEditorTool<C = unknown>(
    handlers: TextEditorHandlers<C>,
    fields?: DefinitionFields,
): RunnableTool<C> {
    return clientTool("text_editor", handlers, fields);
}

/** A shell. */
export function bashTool<C = unknown>(handlers: BashHandlers<C>, fields?: DefinitionFields): RunnableTool<C> {
    return clientTool("bash", handlers, fields);
}
