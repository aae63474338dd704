// The calls, each in the ways in which the variants make them: the only file in which they differ.

import * as lines from "./lines.mjs";
import * as parsing from "./parsing.mjs";
import * as resources from "./resources.mjs";
import * as tools from "./tools.mjs";
import { APIUserAbortError, rawOf } from "./package.mjs";

/** The body as a value of JavaScript if that says the same to the letter, else as text, which passes unchanged. */
function value(text) {
    try {
        const read = JSON.parse(text);
        const plain = typeof read === "object" && read !== null && !Array.isArray(read);
        return plain && JSON.stringify(read) === text ? read : text;
    } catch {
        return text;
    }
}

/** A request as each variant gives it: an object, text, bytes. */
const REQUEST = {
    iterator: value,
    emitter: (text) => text,
    readable: (text) => new TextEncoder().encode(text),
};

/** Makes a call and writes its result, but for errors. */
export async function run(client, call, options, out, variant) {
    const after = call.cancel_after_ms;
    const gaveUp = { signal: after === undefined ? undefined : AbortSignal.timeout(after), early: false };
    try {
        out.line(await made(client, call, options, out, variant, gaveUp));
    } catch (error) {
        if (!(error instanceof APIUserAbortError) || !(gaveUp.early || gaveUp.signal?.aborted)) throw error;
        out.line(lines.cancelled());
    }
}

async function made(client, call, options, out, variant, gaveUp) {
    const { signal } = gaveUp;
    if (call.mode === "raw") {
        const body = "body" in call ? REQUEST[variant](call.body) : undefined;
        const answer = await client.request(call.method, call.path, { ...options, body, signal });
        return lines.raw(await answer.text(), answer.info);
    }
    if (call.mode === "parse") return await parsing.run(client, call, options, variant, out);
    if (call.mode === "resource")
        return await resources.run(client, call, { ...options, signal }, out, variant);
    if (call.mode === "run_tools") return await tools.run(client, call, options, variant);
    let request = REQUEST[variant](call.body);
    // An object that says "stream" asks for one, whatever the case wants to see.
    if (typeof request === "object" && "stream" in request) request = call.body;
    if (call.mode === "create") return await whole(client, request, options, variant, signal);
    if (call.mode === "events") return await created(client, call, { ...options, signal }, out);
    const stream = await opened(client, request, options, variant, signal);
    const enough = call.cancel_after_events;
    if (call.mode === "derived") await derived(stream, out);
    else if (call.mode === "text") await TEXT[variant](stream, out);
    else if (enough === 0 || !(await EVENTS[variant](stream, out, enough))) {
        gaveUp.early = true;
        stream.abort();
    }
    return lines.message(await stream.finalMessage(), stream.response);
}

async function whole(client, request, options, variant, signal) {
    if (variant === "readable") {
        const { data, response } = await client
            .withOptions(options)
            .messages.create(request, { signal })
            .withResponse();
        return lines.message(data, response);
    }
    const message = await client.messages.create(request, { ...options, signal });
    return lines.message(message, message.response);
}

/** The stream that `create()` gives, looped over. */
async function created(client, call, options, out) {
    const stream = await client.messages.create({ ...JSON.parse(call.body), stream: true }, options);
    await EVENTS.iterator(stream, out);
    return lines.done(stream.response);
}

/** A stream whose answer has begun. */
async function opened(client, request, options, variant, signal) {
    if (variant === "iterator" && typeof request === "object") {
        return await client.messages.create({ ...request, stream: true }, { ...options, signal });
    }
    const { messages } = variant === "readable" ? client.withOptions(options) : client;
    const stream = messages.stream(request, variant === "readable" ? { signal } : { ...options, signal });
    await stream.withResponse();
    return stream;
}

/** Ways to write the events down; false if the caller has enough of them. */
const EVENTS = {
    async iterator(stream, out, enough) {
        let count = 0;
        for await (const event of stream) {
            out.line(lines.event(event));
            if (++count === enough) return false;
        }
        return true;
    },

    async emitter(stream, out, enough) {
        let count = 0;
        stream.on("streamEvent", (event) => {
            out.line(lines.event(event));
            if (++count === enough) stream.abort();
        });
        try {
            await stream.done();
        } catch (error) {
            if (count !== enough) throw error;
            return false;
        }
        return true;
    },

    async readable(stream, out, enough) {
        let count = 0;
        let rest = "";
        // The lines do not hold the exact text of an event; a listener gets it before its line is read.
        const raws = [];
        stream.on("streamEvent", (event) => raws.push(rawOf(event)));
        const decoder = new TextDecoderStream();
        for await (const piece of stream.toReadableStream().pipeThrough(decoder)) {
            const read = (rest + piece).split("\n");
            rest = read.pop();
            for (const line of read) {
                out.line(lines.event(JSON.parse(line), raws.shift()));
                if (++count === enough) return false;
            }
        }
        return true;
    },
};

/** Records the calls of listeners: the events of the service, and those derived from them. */
async function derived(stream, out) {
    const told = {
        text: (text, snapshot) => ({ type: "text", text, snapshot }),
        thinking: (thinking, snapshot) => ({ type: "thinking", thinking, snapshot }),
        inputJson: (partial_json, snapshot) => ({ type: "input_json", partial_json, snapshot }),
        citation: (citation, snapshot) => ({ type: "citation", citation, snapshot }),
        signature: (signature) => ({ type: "signature", signature }),
        contentBlock: (content_block) => ({ type: "content_block_stop", content_block }),
        message: (message) => ({ type: "message_stop", message }),
    };
    for (const [name, item] of Object.entries(told)) {
        stream.on(name, (first, snapshot) => out.line(lines.item(item(first, snapshot))));
    }
    stream.on("streamEvent", (event) => out.line(lines.event(event)));
    await stream.done();
}

/** Ways to write the text down. */
const TEXT = {
    async iterator(stream, out) {
        for await (const piece of stream.textStream) out.line(lines.text(piece));
    },

    async emitter(stream, out) {
        await stream.on("text", (piece) => out.line(lines.text(piece))).done();
    },

    async readable(stream, out) {
        for await (const piece of ReadableStream.from(stream.textStream)) out.line(lines.text(piece));
    },
};
