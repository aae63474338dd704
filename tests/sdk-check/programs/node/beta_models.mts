// The models, page by page. [client.beta]
import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic();
const ids: string[] = [];
for await (const model of client.beta.models.list({ limit: 3 })) ids.push(model.id);
const page = await client.beta.models.list({ limit: 2 });
console.log(ids.length > 3, page.data.length, page.has_more, page.hasNextPage());
console.log((await page.getNextPage()).data.length);
