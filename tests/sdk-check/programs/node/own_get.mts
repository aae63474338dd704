// A list that is asked for by its path. [client.post]
import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic();
const page = await client.get<{ data: Anthropic.ModelInfo[] }>("/v1/models", { query: { limit: 2 } });
console.log(page.data.length, page.data[0]?.type);
