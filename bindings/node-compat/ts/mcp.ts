// The helper module of the official SDK for servers of tools, by its names and with its order of arguments.

import { File } from "node:buffer";
import * as mcp from "parlour/mcp";
import { runnableByHand } from "./by_hand.js";

export { collectStainlessHelpers, SDK_HELPER_SYMBOL, stainlessHelperHeader } from "./placeholders.js";
export { MCPConversionError as UnsupportedMCPValueError } from "parlour/mcp";

type Extra = Parameters<typeof mcp.tool>[2];

/** A tool of a server. */
export function mcpTool(
    of: mcp.MCPTool,
    client: mcp.MCPClient,
    extra?: Extra,
): ReturnType<typeof runnableByHand<mcp.ServerTool>> {
    return runnableByHand(mcp.tool(client, of, extra), of.name);
}

/** The tools of a server. */
export function mcpTools(
    tools: readonly mcp.MCPTool[],
    client: mcp.MCPClient,
    extra?: Extra,
): ReturnType<typeof runnableByHand<mcp.ServerTool>>[] {
    return tools.map((one) => mcpTool(one, client, extra));
}

/** Further keys of blocks, such as `cache_control`. */
type More = object;

/** Blocks with further keys. A function that `map()` calls gets a number in their place. */
function withMore<B extends object>(blocks: readonly B[], more: More | undefined): B[] {
    return blocks.map((block) => ({ ...block, ...more }));
}

/** A message of a prompt. Further keys are those of its block. */
export function mcpMessage(of: mcp.MCPPromptMessage, more?: More): mcp.ConvertedMessage {
    const message = mcp.message(of);
    if (typeof more !== "object" || Object.keys(more).length === 0) return message;
    return { ...message, content: withMore(message.content, more) };
}

/** The messages of a prompt. Further keys are those of each block. */
export function mcpMessages(messages: readonly mcp.MCPPromptMessage[], more?: More): mcp.ConvertedMessage[] {
    return messages.map((one) => mcpMessage(one, more));
}

/** A block of a message. */
type Block = ReturnType<typeof mcp.content>[number];

/** Text of a resource as a document without a title, as there. */
function untitled(block: Block): Block {
    if (block.type !== "document" || block.source.type !== "text") return block;
    const made = { ...block };
    delete made.title;
    return made;
}

/** Refuses blocks that are no content there: a link, and an image without its bytes. */
function refuse(value: unknown): void {
    if (Array.isArray(value)) {
        value.forEach(refuse);
        return;
    }
    const one = value as {
        type?: unknown;
        resource?: unknown;
        contents?: unknown;
        mimeType?: unknown;
        blob?: unknown;
    };
    if (one.type === "resource_link") {
        throw new mcp.MCPConversionError(
            "a link to a resource is no content: read the resource, and convert that",
        );
    }
    if (typeof one.resource === "object") refuse(one.resource);
    if (Array.isArray(one.contents)) refuse(one.contents);
    const { mimeType } = one;
    if (
        typeof mimeType === "string" &&
        /^image\//i.test(mimeType) &&
        one.type === undefined &&
        one.blob == null
    )
        throw new mcp.MCPConversionError(`a resource of the type ${mimeType} without \`blob\` is no image`);
}

/** A content. Further keys are those of its block. */
export function mcpContent(value: Parameters<typeof mcp.content>[0], more?: More): Block[] {
    refuse(value);
    return withMore(mcp.content(value).map(untitled), more);
}

/** A resource that a server read. */
interface Resource {
    /** The parts. */
    contents: readonly mcp.MCPResourceContents[];
}

/** A resource as a block of content. */
export function mcpResourceToContent(resource: Resource, more?: More): Block {
    const [block] = mcpContent(resource, more);
    if (block === undefined) throw new TypeError("the resource of the server has no contents");
    return block;
}

/** A resource as a file for an upload. */
export function mcpResourceToFile(resource: Resource): File {
    const [first] = resource.contents;
    if (first === undefined) throw new TypeError("the resource of the server has no contents");
    const { text, blob = "" } = first as { text?: string; blob?: string };
    const name = new URL(first.uri).pathname.split("/").pop() ?? "";
    const type = first.mimeType ?? "";
    return new File([text ?? Buffer.from(blob, "base64")], name, { type });
}
