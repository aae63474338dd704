// Tools, prompts and resources of MCP servers as those of this package, and back. It must not import the official SDK,
// whose types are described here by their form, the JSON of the Model Context Protocol.

import { needArray, needObject, needText } from "./arguments.js";
import { parse, write } from "./json.js";
import { native } from "./native.js";
import type { ContentBlockParam, ToolParam, ToolResultBlockParam, ToolResultContentParam } from "./params.js";
import { kindOf } from "./kind_of.js";
import { ToolError } from "./tool.js";
import { thrown } from "./tool_call.js";
import type { ToolUseBlock } from "./types.js";

/** A value that the other side has no form for. The message names the value, and the remedy. */
export class MCPConversionError extends TypeError {
    static {
        MCPConversionError.prototype.name = "MCPConversionError";
    }
}

/** Contents of a resource: text, or bytes in base64. */
export interface MCPResourceContents {
    /** Names the resource. */
    uri: string;
    /** Its media type. */
    mimeType?: string | undefined;
    /** Its text. */
    text?: string | undefined;
    /** Its bytes in base64. */
    blob?: string | undefined;
}

/** A content of a result or a prompt. Which fields there are depends on the type. */
export interface MCPContent {
    /** `text`, `image`, `audio`, `resource_link` or `resource`. */
    type: string;
    /** Of a text. */
    text?: string | undefined;
    /** Of an image or a sound: its bytes in base64. */
    data?: string | undefined;
    /** Of an image, a sound or a link: its media type. */
    mimeType?: string | undefined;
    /** The address of a link. */
    uri?: string | undefined;
    /** Of a link. */
    name?: string | undefined;
    /** Of a link, for people. */
    title?: string | undefined;
    /** The description of a link. */
    description?: string | undefined;
    /** Of a resource: its contents. */
    resource?: MCPResourceContents | undefined;
}

/** The result of a tool. */
export interface MCPToolResult {
    /** The content of the result, for the model. */
    content?: readonly MCPContent[] | undefined;
    /** The same as a value, of tools that have an output schema. */
    structuredContent?: unknown;
    /** Whether the tool failed; its content is the reason. */
    isError?: boolean | undefined;
}

/** A tool in a server's list. */
export interface MCPTool {
    /** The name of the tool. */
    name: string;
    /** The same for people. */
    title?: string | undefined;
    /** The description of the tool. */
    description?: string | undefined;
    /** The JSON Schema of its arguments. */
    inputSchema: object;
}

/** A message of a prompt. */
export interface MCPPromptMessage {
    /** The role of the message's author. */
    role: "user" | "assistant";
    /** The content of the message. */
    content: MCPContent;
}

/** The required methods of a client of a server; `Client` of the official SDK has them. */
export interface MCPClient {
    /** The tools of the server, page by page. */
    listTools(params?: {
        /** Where the page begins. */
        cursor?: string;
    }): Promise<{
        /** The tools of the page. */
        tools: MCPTool[];
        /** Where the next one begins, if there is one. */
        nextCursor?: string | undefined;
    }>;
    /** Calls a tool. */
    callTool(
        params: {
            /** The name of the tool. */
            name: string;
            /** The arguments. */
            arguments?: Record<string, unknown>;
        },
        resultSchema?: undefined,
        options?: {
            /** Gives the call up. */
            signal?: AbortSignal;
        },
    ): Promise<object>;
}

/** The parts of a call that are read: the block of an answer has them. */
export type Call = Pick<ToolUseBlock, "id" | "input" | "inputState" | "rawInput">;

/** A tool of a server: its definition for the `tools` of a request, and the function that calls it. */
export interface ServerTool extends ToolParam {
    /**
     * Runs a call of the model; the result goes into the next message of the user. A failure of the server, and a
     * result that the service has no block for, become results with `is_error`. `signal` aborts the call, which then
     * rejects. A call whose input is cut or no object is not run (protocol §9.5). Does not enumerate.
     */
    readonly call: (
        block: Call,
        options?: {
            /** Gives the call up. */
            signal?: AbortSignal;
        },
    ) => Promise<ToolResultBlockParam>;
    /** Runs a call of `messages.runTools()`, which takes this tool among its tools. Does not enumerate. */
    readonly run: (
        input: Record<string, unknown>,
        context: {
            /** Aborted when the result is not wanted any more. */
            readonly signal: AbortSignal;
        },
    ) => Promise<unknown>;
}

/** A message for the `messages` of a request. */
export interface ConvertedMessage {
    /** The role of the message's author. */
    role: "user" | "assistant";
    /** The content, in blocks. */
    content: (ToolResultContentParam & ContentBlockParam)[];
}

/** A content of MCP as the conversions make it. */
export type MadeContent =
    | {
          type: "text";
          /** The text. */
          text: string;
      }
    | {
          type: "image";
          /** Its bytes in base64. */
          data: string;
          /** Its media type. */
          mimeType: string;
      }
    | {
          type: "resource_link";
          /** The address of the resource. */
          uri: string;
          /** The name of the resource. */
          name: string;
      }
    | {
          type: "resource";
          /** Its contents. */
          resource: MadeResource;
      };

/** Contents of a resource as the conversions make them. */
export type MadeResource = {
    /** Names the resource. */
    uri: string;
    /** Its media type. */
    mimeType: string;
} & (
    | {
          /** Its text. */
          text: string;
      }
    | {
          /** Its bytes in base64. */
          blob: string;
      }
);

/** Fields of a definition that a server does not give. */
type More = Omit<ToolParam, "name" | "description" | "input_schema" | "type">;

/** A block that a request and a result of a tool have both. */
type Block = ToolResultContentParam & ContentBlockParam;

/** As JSON for the native half, which judges it. */
function jsonOf(what: string, value: unknown): string {
    const json = write(value) as string | undefined;
    if (json === undefined)
        throw new TypeError(`${what} must be text, an object or an array, and is ${kindOf(value)}`);
    return json;
}

/**
 * All tools of a server. `rename` makes the name that the model sees, for tools of several servers that have one name,
 * or for names that the service does not take. Rejects with `MCPConversionError` for such a name, and with the error of
 * the client.
 */
export async function tools(
    client: MCPClient,
    options: {
        /** Makes the name that the model sees. */
        rename?: (name: string) => string;
    } = {},
): Promise<ServerTool[]> {
    needObject("a client of MCP", client, "the one of the official SDK");
    if (typeof (client as Partial<MCPClient>).listTools !== "function")
        throw new TypeError(
            "a client of MCP must have listTools() and callTool(), as that of the official SDK",
        );
    const made: ServerTool[] = [];
    let page = await client.listTools();
    for (;;) {
        for (const one of page.tools)
            made.push(tool(client, one, { name: options.rename?.(one.name) ?? one.name }));
        if (page.nextCursor === undefined) return made;
        page = await client.listTools({ cursor: page.nextCursor });
    }
}

/**
 * One tool of a server. `name` is the name for the model (default: its own); further fields such as `cache_control` go
 * to the definition. Throws `MCPConversionError` for a name that the service does not take (protocol §1.5).
 */
export function tool(
    client: MCPClient,
    of: MCPTool,
    options: More & {
        /** The name that the model sees, if it is another one. */
        name?: string;
    } = {},
): ServerTool {
    needObject("a tool of a server", of, "one of listTools()");
    const { name = of.name, ...more } = options;
    const refusal = native.mcpRefuseName(name);
    if (refusal !== null) throw new MCPConversionError(refusal);
    const description = of.description ?? of.title;
    const definition: ToolParam = {
        name,
        ...(description === undefined ? {} : { description }),
        input_schema: { type: "object", ...of.inputSchema },
        ...more,
    };
    const call: ServerTool["call"] = async (block, how = {}) => {
        const base = { type: "tool_result" as const, tool_use_id: block.id };
        if (block.inputState !== undefined) {
            const { inputState: state, rawInput = "" } = block;
            const content = state === "invalid" ? native.toolInputNotObject(rawInput) : native.toolInputCut();
            return { ...base, content, is_error: true };
        }
        try {
            const result: MCPToolResult = await client.callTool(
                { name: of.name, arguments: block.input },
                undefined,
                how,
            );
            const blocks = content(result);
            if (result.isError !== true) return blocks.length > 0 ? { ...base, content: blocks } : base;
            const said = blocks.length > 0 ? blocks : native.toolWithoutReason();
            return { ...base, content: said, is_error: true };
        } catch (error) {
            how.signal?.throwIfAborted();
            return { ...base, content: thrown(error), is_error: true };
        }
    };
    const run: ServerTool["run"] = async (input, { signal }) => {
        const result: MCPToolResult = await client.callTool({ name: of.name, arguments: input }, undefined, {
            signal,
        });
        const blocks = content(result);
        if (result.isError !== true) return blocks.length > 0 ? blocks : undefined;
        throw new ToolError(blocks.length > 0 ? blocks : native.toolWithoutReason());
    };
    return Object.defineProperties(definition, { call: { value: call }, run: { value: run } }) as ServerTool;
}

/**
 * Content blocks of a server's output: the result of a tool or of `readResource()`, a content, contents of a resource,
 * or an array of these.
 *
 * Images and PDF files become blocks of their own, text of resources becomes documents with the URI as title, a link to
 * a resource becomes text that names it. `structuredContent` is taken where a result has no other content, because
 * servers repeat it as text for programs that do not know it. Throws `MCPConversionError` for audio and other media.
 */
export function content(
    value:
        | MCPToolResult
        | {
              /** The contents that the server returned. */
              contents: readonly MCPResourceContents[];
          }
        | MCPContent
        | MCPResourceContents
        | readonly (MCPContent | MCPResourceContents)[],
): Block[] {
    return converted(native.mcpToBlocks(jsonOf("what a server gave", value))) as Block[];
}

function converted({ text, refusal }: { text?: string; refusal?: string }): unknown {
    if (text === undefined) throw new MCPConversionError(refusal);
    return parse(text);
}

/**
 * A message of a prompt, for the `messages` of a request. Throws `MCPConversionError` like `content()`, and for media
 * in a turn of the assistant.
 */
export function message(of: MCPPromptMessage): ConvertedMessage {
    return converted(native.mcpToTurn(jsonOf("a message of a prompt", of))) as ConvertedMessage;
}

/** The messages of what `getPrompt()` gave. */
export function messages(of: {
    /** Those of the prompt. */
    messages: readonly MCPPromptMessage[];
}): ConvertedMessage[] {
    needObject("a prompt", of, "what getPrompt() gave");
    needArray("the messages of a prompt", of.messages);
    return of.messages.map(message);
}

/**
 * The definition of a tool for a server's list of tools. Throws `MCPConversionError` for one that the service defines,
 * which has no schema of its own.
 */
export function toTool(
    of:
        | ToolParam
        | {
              /** Of a tool that the service defines. */
              type: string;
              /** Its name. */
              name?: string;
          },
): {
    /** The name of the tool. */
    name: string;
    /** The description of the tool. */
    description?: string;
    /** The JSON Schema of its arguments. */
    inputSchema: { type: "object"; [key: string]: unknown };
} {
    needObject("a tool", of, "{ name, input_schema }");
    if (!("input_schema" in of)) {
        throw new MCPConversionError(
            `\`${of.name ?? of.type}\` is a tool that the service defines, without a schema: write a function of ` +
                `your own for ` +
                "other programs",
        );
    }
    const inputSchema = { ...of.input_schema, type: "object" as const };
    return of.description === undefined
        ? { name: of.name, inputSchema }
        : { name: of.name, description: of.description, inputSchema };
}

/**
 * Text or content blocks as contents of MCP. Blocks with a URL become links to resources, documents become embedded
 * resources. Throws `MCPConversionError` for files that the service keeps, and for kinds of blocks that MCP does not
 * have.
 */
export function toContent(
    of: string | readonly (ToolResultContentParam | ContentBlockParam)[],
): MadeContent[] {
    return converted(native.mcpToContents(jsonOf("a content", of))) as MadeContent[];
}

/** A message of a request as messages of a prompt, one for each content, as MCP has them. */
export function toMessages(of: {
    /** The role of the message's author. */
    role: "user" | "assistant";
    /** The content of the message. */
    content: string | readonly ContentBlockParam[];
}): {
    /** The role of the message's author. */
    role: "user" | "assistant";
    /** The content of the message. */
    content: MadeContent;
}[] {
    needObject("a message", of, "{ role, content }");
    return toContent(of.content).map((one) => ({ role: of.role, content: one }));
}

/**
 * Text or content blocks as the contents of a resource. Throws `MCPConversionError` like `toContent()`, and for blocks
 * that hold a URL: a resource has its contents itself.
 */
export function toResource(
    uri: string,
    of: string | readonly (ToolResultContentParam | ContentBlockParam)[],
): {
    /** One for each block. */
    contents: MadeResource[];
} {
    needText("the address of a resource", uri);
    const json = jsonOf("a content", of);
    return { contents: converted(native.mcpToResource(uri, json)) as MadeResource[] };
}
