// Tools: a definition for the service and its function. Checks a call's input, and converts the return value of the
// function to the content of a result.

import { brand, isInstance } from "./brand.js";
import type { ErrorCause } from "./errors.js";
import { write } from "./json.js";
import type { ToolParam, ToolResultContentParam } from "./params.js";
import { type AnySchema, type InferOutput, type ReadSchema, readSchema } from "./schema.js";

/** The failure of a tool, in words or blocks for the model. Of any other exception the model reads the message. */
export class ToolError extends Error {
    /** The content for the model. */
    readonly content: string | readonly ToolResultContentParam[];

    constructor(content: string | readonly ToolResultContentParam[], options?: ErrorCause) {
        super(typeof content === "string" ? content : textOf(content), options);
        this.content = content;
    }

    /** An error of another copy of this package is an instance too. */
    static override [Symbol.hasInstance](value: unknown): boolean {
        return isInstance(this, value);
    }

    static {
        ToolError.prototype.name = "ToolError";
        brand(ToolError, "ToolError");
    }
}

function textOf(blocks: readonly ToolResultContentParam[]): string {
    return blocks.map((block) => ("text" in block ? block.text : `[${block.type}]`)).join("\n");
}

/** A call of a tool. */
export interface ToolCall {
    /** Names the call; its result repeats it. */
    readonly id: string;
    /** The tool, or the member of a toolset. */
    readonly name: string;
    /** The toolset that the name belongs to (protocol §1.6); null for a tool of its own. */
    readonly toolset: string | null;
    /** The arguments, as the model wrote them. */
    readonly input: Record<string, unknown>;
    /** The arguments as JSON, as the model wrote them. Does not enumerate. */
    readonly rawInput: string;
    /**
     * False where `input` holds a rounded number: an integer beyond 2^53, which JavaScript does not hold. `rawInput`
     * has its digits. Does not enumerate.
     */
    readonly isExact: boolean;
    /** It must not be run, and is answered with an error already (protocol §9.5). */
    readonly refused: boolean;
}

/** The second argument of a tool's function. */
export interface ToolContext<C = unknown> {
    /** The program's value that was passed to `runTools`; it is part of no schema. */
    readonly context: C;
    /**
     * Aborted when the result is not wanted any more: the run was aborted, or the time limit of the tool has passed.
     */
    readonly signal: AbortSignal;
    /** The call that is served. */
    readonly call: ToolCall;
}

/** A tool with its function. It is a definition too, and may be among the `tools` of any call. */
export interface RunnableTool<C = unknown> extends ToolParam {
    /** Runs a call whose input was checked. Does not enumerate. */
    readonly run: (input: never, context: ToolContext<C>) => unknown;
    /** @internal */
    readonly schema?: ReadSchema | undefined;
}

/** Fields of a definition that a tool may have besides its name, description and schema. */
type More = Omit<ToolParam, "name" | "description" | "input_schema" | "type">;

/** How a tool is described. */
export interface ToolOptions<S extends AnySchema, C> extends More {
    /** Unique in the request; letters, digits, `_` and `-`, at most 64. */
    name: string;
    /** The purpose of the tool and when to use it: the model decides by it. */
    description?: string | undefined;
    /** The arguments: a schema of zod or of another Standard Schema library, or JSON Schema. One of an object. */
    input: S;
    /** The JSON Schema of `input`, for a library that cannot write one. */
    jsonSchema?: object | undefined;
    /**
     * The function. Its return value becomes the result: text; content blocks, if it is an array of them; anything else
     * as JSON. An exception becomes an error that the model reads.
     */
    run: (input: InferOutput<S>, context: ToolContext<C>) => unknown;
}

/** The same with the schema under the name that the official SDK has for it. */
export interface ToolOptionsWithInputSchema<S extends AnySchema, C> extends Omit<ToolOptions<S, C>, "input"> {
    /** The arguments. */
    inputSchema: S;
}

/** A tool that the service defines and the program runs: memory, text editor, shell, computer (protocol §1.6). */
export interface ClientToolOptions<C> extends More {
    /** The dated type, for example `memory_20250818`. */
    type: string;
    /** The fixed name that belongs to the type; toolsets have none. */
    name?: string | undefined;
    /** The function; for a toolset, of all its members. */
    run: (input: Record<string, unknown>, context: ToolContext<C>) => unknown;
    /** Other fields of the definition, for example `max_characters`. */
    [field: string]: unknown;
}

/**
 * Describes a tool. Its arguments arrive checked, with the type that the schema has. Throws a `TypeError` for a schema
 * that is none.
 */
export function tool<const S extends AnySchema, C = unknown>(
    options: ToolOptions<S, C> | ToolOptionsWithInputSchema<S, C>,
): RunnableTool<C>;
export function tool<C = unknown>(options: ClientToolOptions<C>): RunnableTool<C>;
export function tool(options: object): RunnableTool {
    const { input, inputSchema, jsonSchema, run, ...definition } = options as Record<string, unknown> & {
        run: unknown;
    };
    const name = typeof definition.name === "string" ? definition.name : String(definition.type);
    if (typeof definition.name !== "string" && typeof definition.type !== "string") {
        throw new TypeError('a tool needs a `name`, such as "get_weather"');
    }
    if (typeof run !== "function") throw new TypeError(`the tool \`${name}\` needs a function \`run\``);
    const given = input ?? inputSchema;
    const type: unknown = definition.type;
    let schema: ReadSchema | undefined;
    if (given !== undefined || type === undefined || type === "custom") {
        if (given === undefined) throw new TypeError(`the tool \`${name}\` needs a schema \`input\``);
        schema = readSchema(given, `the schema of the tool \`${name}\``, jsonSchema as object | undefined);
        definition.input_schema = schema.json;
    }
    return Object.defineProperties(definition, {
        run: { value: run },
        schema: { value: schema },
    }) as unknown as RunnableTool;
}

/** Whether a definition has a function. */
export function isRunnable(definition: object): definition is RunnableTool {
    return typeof (definition as { run?: unknown }).run === "function";
}

/** The result of a call for the model. */
export interface Output {
    /** Text, or JSON of a value; the core decides whether it is content blocks. */
    readonly text: string;
    readonly isValue: boolean;
    readonly isError: boolean;
}

/** A failure in words. */
export function failed(text: string): Output {
    return { text, isValue: false, isError: true };
}

/**
 * Converts the return value of a function to a result. Throws the error of `JSON.stringify` for a value that JSON
 * cannot hold.
 */
export function outputOf(given: unknown, isError = false): Output {
    if (given instanceof ToolError) return outputOf(given.content, true);
    if (typeof given === "string") return { text: given, isValue: false, isError };
    if (given === undefined) return { text: "", isValue: false, isError };
    // For functions and symbols it gives undefined, despite its declared type.
    const text = write(given) as string | undefined;
    if (text === undefined) throw new TypeError(`JSON cannot hold a ${typeof given}`);
    return { text, isValue: true, isError };
}
