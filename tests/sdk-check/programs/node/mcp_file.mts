// A resource of MCP that is uploaded. [client.beta]
import Anthropic from "@anthropic-ai/sdk";
import { mcpResourceToFile } from "@anthropic-ai/sdk/helpers/beta/mcp";

const client = new Anthropic();
const file = mcpResourceToFile({
    contents: [{ uri: "file:///reports/spring.txt", mimeType: "text/plain", text: "All is well." }],
});
const made = await client.beta.files.upload({ file });
console.log(made.filename, made.mime_type, made.size_bytes);
