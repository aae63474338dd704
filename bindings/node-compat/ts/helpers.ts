// The helper modules of the official SDK: tools and formats made from schemas of zod, of other libraries, or of JSON
// Schema.

import {
    type AnySchema,
    type DefinitionFields,
    type InferOutput,
    type MemoryHandlers,
    memoryTool,
    type OutputFormat,
    outputFormat,
    type RunnableTool,
    tool,
    type ToolContext,
    type ToolOptions,
} from "parlour";
import { runnableByHand } from "./by_hand.js";
import { needObject } from "./arguments.js";
import { refusal, TOOL_KEYS } from "./refusals.js";
import { forAnswer, jsonOf } from "./schemas.js";
import type { ToolUseBlock as BetaToolUseBlock } from "./types.js";

export { ToolError } from "parlour";
export {
    BetaAbstractBrowserToolset20260801,
    BetaAbstractComputerToolset20260801,
    BetaNodeFilePolicy,
    ConfirmDeclinedError,
    ConfirmFailedError,
    DEFAULT_MAX_IDLE_MS,
    DisabledMemberError,
    EnvironmentWorker,
    InvalidMemberInputError,
    MANAGED_AGENTS_BETA,
    SessionToolRunner,
    ToolsetClosedError,
    ToolsetConfigError,
    ToolsetContractError,
    ToolsetUsageError,
    URLRefusedError,
    UnavailableMemberError,
    UnknownMemberError,
    UploadRefusedError,
    WorkPoller,
    betaCheckUploadPath,
} from "./placeholders.js";

/** The second argument of a tool's function. */
export interface BetaToolRunContext {
    /** The call that is served. */
    toolUse: BetaToolUseBlock;
    /** The same. */
    toolUseBlock: BetaToolUseBlock;
    /** Aborted when the result is not wanted any more. */
    signal?: AbortSignal | null | undefined;
}

/** A tool with the function behind it. */
export type BetaRunnableTool<Input = never> = Omit<RunnableTool, "run"> & {
    /** Runs a call. */
    run: (input: Input, context?: BetaToolRunContext) => unknown;
    /** Validates arguments against the schema. Throws the error of its library. */
    parse: (input: unknown) => Input;
};

/** How a tool is described. */
export interface BetaToolOptions<S extends AnySchema> extends Omit<
    ToolOptions<S, unknown>,
    "input" | "run" | "jsonSchema"
> {
    /** The arguments. */
    inputSchema: S;
    /** The function. */
    run: (input: InferOutput<S>, context?: BetaToolRunContext) => unknown;
    /** Not here: release a tool's resources where the run ends. */
    close?: (() => unknown) | undefined;
}

/** The call as the SDK shows it to a function. */
function contextOf(frame: ToolContext | BetaToolRunContext | undefined): BetaToolRunContext | undefined {
    if (frame === undefined || "toolUseBlock" in frame) return frame;
    const { id, name, input } = frame.call;
    const toolUse = { type: "tool_use", id, name, input } as BetaToolUseBlock;
    return { toolUse, toolUseBlock: toolUse, signal: frame.signal };
}

/** A tool with the function behind it. */
function made<const S extends AnySchema>(options: BetaToolOptions<S>): BetaRunnableTool<InferOutput<S>> {
    needObject("a tool", options, "{ name, description, inputSchema, run }");
    const { run, inputSchema, close, ...fields } = options;
    if (close !== undefined) {
        throw refusal("close", TOOL_KEYS.close, " of a tool");
    }
    const definition: object = tool({
        ...fields,
        type: "custom",
        inputSchema,
        run: (input: InferOutput<S>, frame: ToolContext) => run(input, contextOf(frame)),
    } as never);
    Object.assign(definition, {
        input_schema: jsonOf(inputSchema, `the schema of the tool \`${fields.name}\``),
    });
    const { parse } = inputSchema as { parse?: (input: unknown) => InferOutput<S> };
    const read = typeof parse === "function" ? parse.bind(inputSchema) : (input: unknown) => input;
    return Object.defineProperty(definition, "parse", { value: read, configurable: true }) as never;
}

/** A tool whose arguments a schema of zod describes. */
export const betaZodTool = made;
/** A tool whose arguments a JSON Schema describes. */
export const betaTool = made;
/** A tool whose arguments a Standard Schema describes. */
export const betaStandardSchemaTool = made;

/** The format of an answer, with the parser of its text. */
export interface ParseableOutputFormat<S extends AnySchema> extends OutputFormat<S> {
    /** The value of an answer's text. Throws the error of the library of the schema. */
    parse: (text: string) => InferOutput<S>;
}

/** The format of an answer, with its parser. */
function format<const S extends AnySchema>(
    schema: S,
    options?: {
        /** Whether keywords that the service does not enforce become words in descriptions. Default: true. */
        transform?: boolean;
    },
): ParseableOutputFormat<S> {
    const { parse } = ((schema as unknown) ?? {}) as { parse?: (value: unknown) => InferOutput<S> };
    const read = (text: string): unknown => {
        const value: unknown = JSON.parse(text);
        return typeof parse === "function" ? parse.call(schema, value) : value;
    };
    const json = jsonOf(schema, "the schema of the answer");
    const sent = options?.transform === false ? json : forAnswer(json);
    const made = Object.assign(outputFormat(schema), { schema: sent });
    return Object.defineProperty(made, "parse", { value: read, configurable: true }) as never;
}

/** The format of an answer that a schema of zod describes. */
export const zodOutputFormat = format;
/** The same. */
export const betaZodOutputFormat = format;
/** The format of an answer that a JSON Schema describes. */
export const jsonSchemaOutputFormat = format;
/** The same. */
export const betaJSONSchemaOutputFormat = format;
/** The format of an answer that a Standard Schema describes. */
export const betaStandardSchemaOutputFormat = format;

/** The functions behind the memory tool. */
export type MemoryToolHandlers = MemoryHandlers;

/** Notes that the model keeps between conversations. */
export function betaMemoryTool(
    handlers: MemoryToolHandlers,
    fields?: DefinitionFields,
): ReturnType<typeof runnableByHand<RunnableTool>> {
    return runnableByHand(memoryTool(handlers, fields), "memory");
}
