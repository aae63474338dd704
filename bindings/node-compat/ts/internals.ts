// Internal functions of single modules of the official SDK that programs call nevertheless.

import { type AnySchema, ToolError, version } from "parlour";
import { APIConnectionError, APIUserAbortError, ParlourError } from "./errors.js";
import { forAnswer, jsonOf } from "./schemas.js";

/** The version of this package. */
export const VERSION: string = version();
// As the SDK has them, with strokes and letters in place of the ends of lines.
/** The text before a person's turn in prompts of text completion. */
export const HUMAN_PROMPT = "\\n\\nHuman:";
/** The text before the model's turn in prompts of text completion. */
export const AI_PROMPT = "\\n\\nAssistant:";

/** The format that a request has for its answer. */
interface Format {
    type?: unknown;
    parse?: (text: string) => unknown;
}

/** A request, as far as its format goes. */
interface Formatted {
    /** The setting that holds the format. */
    output_config?:
        | {
              /** The format itself. */
              format?: unknown;
          }
        | null
        | undefined;
    /** The format, in the parameter of the beta. */
    output_format?: unknown;
}

/** A message with blocks. */
interface Blocks {
    /** Its blocks. */
    content: readonly object[];
}

/** The message with the values of its texts, or null for each. */
type Parsed<M extends Blocks> = M & {
    /** The value of the first text. */
    parsed_output: unknown;
};

function formatOf(params: Formatted | null | undefined): Format | undefined {
    return params?.output_format ?? params?.output_config?.format ?? undefined;
}

function withValues<M extends Blocks>(message: M, read: (text: string) => unknown): Parsed<M> {
    let first: unknown = null;
    const content = message.content.map((block) => {
        const { type, text } = block as { type?: unknown; text?: unknown };
        if (type !== "text") return block;
        const value = read(String(text));
        first ??= value;
        return Object.defineProperty({ ...block }, "parsed_output", { value, enumerable: false });
    });
    return { ...message, content, parsed_output: first };
}

/** The message with the values of its texts, read by the format of the request. Throws for a text that does not fit. */
export function parseMessage<M extends Blocks>(message: M, params: Formatted, _more?: unknown): Parsed<M> {
    const format = formatOf(params);
    return withValues(message, (text) => {
        if (format?.type !== "json_schema") return null;
        try {
            return format.parse === undefined ? JSON.parse(text) : format.parse(text);
        } catch (cause) {
            const error = new ParlourError(`the answer does not fit its format: ${String(cause)}`);
            error.cause = cause;
            throw error;
        }
    });
}

/** The same for a request whose format reads; else each value is null. */
export function maybeParseMessage<M extends Blocks>(
    message: M,
    params: Formatted | null | undefined,
    more?: unknown,
): Parsed<M> {
    const format = formatOf(params);
    if (params == null || format?.parse === undefined) return withValues(message, () => null);
    return parseMessage(message, params, more);
}

export { parseMessage as parseBetaMessage, maybeParseMessage as maybeParseBetaMessage };

/**
 * The JSON Schema of an answer as it is sent: objects are closed, and keywords that the service does not enforce become
 * words.
 */
export function transformJSONSchema(schema: object): Record<string, unknown> {
    return forAnswer(JSON.parse(JSON.stringify(schema)) as Record<string, unknown>);
}

/** The JSON Schema of a Standard Schema, or the one that is given. */
export function standardSchemaToJSONSchema(schema: AnySchema, jsonSchema?: object): object {
    return jsonSchema ?? jsonOf(schema, "the schema");
}

/** The result of validating a value with a Standard Schema. */
interface Validated {
    value?: unknown;
    issues?: readonly { message: string; path?: readonly unknown[] }[];
}

/** The value as a Standard Schema gives it. Throws for one that does not fit. */
export function parseWithStandardSchema(
    schema: {
        /** Where the libraries of schemas have their common part. */
        readonly "~standard": {
            /** Holds a value against the schema. */
            validate(value: unknown): unknown;
        };
    },
    value: unknown,
): unknown {
    const found = schema["~standard"].validate(value) as Validated | Promise<Validated>;
    if (found instanceof Promise) {
        // Nobody awaits its result.
        found.catch(() => undefined);
        throw new ParlourError("a schema that validates later cannot be read here: make it synchronous");
    }
    const { issues } = found;
    if (issues === undefined) return found.value;
    const problems = issues.slice(0, 5).map(({ message, path = [] }) => {
        const keys = path.map((part) => String((part as { key?: unknown } | null)?.key ?? part));
        return keys.length > 0 ? `${keys.join(".")}: ${message}` : message;
    });
    throw new ParlourError(
        `the value does not fit its schema, ${issues.length} issues: ${problems.join("; ")}`,
    );
}

/** The content that the model reads about an error that a tool threw. */
export function toolErrorContent(error: unknown): unknown {
    if (error instanceof ToolError) return error.content;
    return `Error: ${error instanceof Error ? error.message : String(error)}`;
}

/** The name by which the model calls a tool, or a set of them. */
export function toolName(tool: object): string {
    const { name, mcp_server_name: server, type } = tool as Record<string, string | undefined>;
    return name ?? server ?? type ?? "";
}

/** Runs a tool with an unchanged input; an exception becomes a result. */
export async function runRunnableTool(
    tool: {
        /** Reads the input. */
        readonly parse?: ((input: unknown) => unknown) | undefined;
        /** Runs a call. */
        readonly run: (input: never, context?: never) => unknown;
    },
    input: unknown,
    context?: unknown,
): Promise<{
    /** The content for the model. */
    content: unknown;
    /** Whether it failed. */
    isError: boolean;
}> {
    try {
        const read = tool.parse === undefined ? input : tool.parse(input);
        return { content: await tool.run(read as never, context as never), isError: false };
    } catch (error) {
        return { content: toolErrorContent(error), isError: true };
    }
}

/** Whether `fetch` threw this error: calls do not go through it. */
export function isFetchOriginError(_error: unknown): boolean {
    return false;
}

/** Whether this error, or one that it comes from, is of the connection or of an abort. */
export function isRetryableError(error: unknown): boolean {
    const seen = new Set<unknown>();
    for (let at = error; typeof at === "object" && at !== null && !seen.has(at);) {
        seen.add(at);
        const isAbort = at instanceof APIUserAbortError || (at as Error).name === "AbortError";
        if (isAbort || at instanceof APIConnectionError) return true;
        at = (at as Error).cause;
    }
    return false;
}
