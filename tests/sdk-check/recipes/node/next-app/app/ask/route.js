// A route that relays the text of an answer as it comes. A browser that goes away cancels the request to the service.

import { theClient } from "../../client.js";

export const runtime = "nodejs";
export const dynamic = "force-dynamic";

export async function GET(request) {
    const content = new URL(request.url).searchParams.get("text");
    const stream = theClient().messages.stream({
        model: "svc-sonnet-4-5",
        max_tokens: 256,
        messages: [{ role: "user", content }],
    });
    const encoder = new TextEncoder();
    const texts = stream.textStream[Symbol.asyncIterator]();
    const body = new ReadableStream({
        async pull(controller) {
            const { done, value } = await texts.next();
            if (done) controller.close();
            else controller.enqueue(encoder.encode(value));
        },
        cancel: () => texts.return(),
    });
    return new Response(body, { headers: { "content-type": "text/plain; charset=utf-8" } });
}
