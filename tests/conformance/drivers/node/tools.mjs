// The tool loop, with functions that do what the case says. `iterator` takes whole answers and denies calls between two
// requests; `emitter` hands streams out, begins calls early, and denies them when it is asked; `readable` streams
// inside. Translation only.

import { textOf } from "./local.mjs";
import * as lines from "./lines.mjs";
import { APIUserAbortError, ParlourError, ToolError } from "./package.mjs";

/** A case, and a record of its functions that wait to be cancelled: which began, and which were cancelled. */
class Play {
    #call;
    #variant;
    #began = [];
    #stopped = [];
    #gaveUp = new AbortController();
    #saved;

    constructor(call, variant) {
        this.#call = call;
        this.#variant = variant;
    }

    get gaveUp() {
        return this.#gaveUp.signal.aborted;
    }

    /** The result of a scripted function. */
    async #scripted(script, { call, signal }) {
        if ("until_cancelled" in script) {
            const told = new Promise((resolve) => signal.addEventListener("abort", resolve));
            this.#began.push(call.id);
            if (this.#began.length === this.#call.give_up_when_running) this.#gaveUp.abort();
            await told;
            this.#stopped.push(call.id);
        }
        if ("never" in script) await new Promise(() => undefined);
        if ("raises" in script) throw new Error(script.raises);
        if ("error" in script) throw new ToolError(script.error);
        return "value" in script ? script.value : (script.text ?? script.blocks);
    }

    /** A definition, with a function behind it if the case has one. */
    #tool(definition) {
        const script = this.#call.tools?.[definition.name];
        if (script === undefined) return definition;
        const run = (input, context) => this.#scripted(script, context);
        // The definition is sent unchanged: the conversion of schemas is not tested here.
        return Object.defineProperties({ ...definition }, { run: { value: run } });
    }

    get streams() {
        return this.#variant === "emitter";
    }

    /** Whether calls are denied by the hook, which alone can do it without a reason. */
    get #asksFirst() {
        const reasons = Object.values(this.#call.deny ?? {});
        return this.#variant !== "iterator" || reasons.includes(null);
    }

    /** The settings of a run that no request has. */
    #settings() {
        const { deny, early, tool_timeout_ms: toolTimeout } = this.#call;
        const settings = {
            toolTimeout,
            stream: this.streams,
            signal: this.#gaveUp.signal,
        };
        settings.early = early ?? this.#asksFirst;
        if (this.#asksFirst) {
            settings.approve = ({ id }) => {
                const reason = deny?.[id];
                return reason === undefined || (reason !== null && { deny: reason });
            };
        }
        return settings;
    }

    /** The run that the case begins with. */
    begin(client, options) {
        const { tools = [], ...request } = JSON.parse(this.#call.body);
        const made = tools.map((definition) => this.#tool(definition));
        if (this.#call.saved !== undefined) return this.#resume(client, options, this.#call.saved, made);
        const { limits = {} } = this.#call;
        const bounds = {
            maxRequests: limits.max_requests,
            maxPauses: limits.max_pauses,
            maxParallel: limits.max_parallel,
            maxResultBytes: limits.max_result_bytes,
        };
        return client.messages.runTools({ ...request, ...bounds, tools: made, ...this.#settings() }, options);
    }

    #resume(client, options, saved, tools) {
        return client.messages.resumeTools(saved, { tools, ...this.#settings() }, options);
    }

    /** The actions of the program after an answer; returns the run that goes on. */
    between(client, options, begun) {
        let run = begun;
        const { deny, say, between } = this.#call;
        if (!this.#asksFirst) {
            for (const { id } of run.calls) {
                const reason = deny?.[id];
                if (reason !== undefined) run.deny(id, reason);
            }
        }
        if (say !== undefined && run.turns.length === 1) run.say(say);
        for (const operation of between?.[run.requests] ?? []) {
            for (const [name, value] of Object.entries(operation)) {
                if (name === "save_and_load") {
                    this.#saved = run.save();
                    const tools = (run.params.tools ?? []).map((definition) => this.#tool(definition));
                    run = this.#resume(client, options, this.#saved, tools);
                } else this.#operate(run, name, value);
            }
        }
        return run;
    }

    #operate(run, name, value) {
        switch (name) {
            case "say":
                return run.say(value);
            case "append":
                return run.pushMessages(...value);
            case "deny":
                return run.deny(...value);
            case "set":
                return run.setParams(
                    Object.fromEntries(Object.entries(value).map(([key, one]) => [key, one ?? undefined])),
                );
            case "add_tool":
                return run.addTools(this.#tool(value));
            case "remove_tool":
                return run.removeTools(value);
            case "keep_last": {
                const { conversation } = run;
                conversation.keepLast(value);
                run.conversation = conversation;
                return undefined;
            }
            case "cancel":
                return run.stop();
            default:
                throw new Error(`an operation that this driver does not know: ${name}`);
        }
    }

    /** The `done` line. */
    last(run) {
        const message = run.turns.at(-1);
        const line =
            message === undefined ? { type: "done", attempts: 0 } : lines.message(message, message.response);
        line.end = run.end;
        line.turns = run.turns.length;
        line.requests = run.requests;
        line.usage = run.usage;
        line.history = textOf(run.conversation);
        if (this.#saved !== undefined) line.saved = this.#saved;
        return line;
    }

    /** The `cancelled` line, once all functions were cancelled. */
    async cancelled() {
        while (this.#stopped.length < this.#began.length)
            await new Promise((resolve) => setImmediate(resolve));
        return { ...lines.cancelled(), began: this.#began.sort(), stopped: this.#stopped.sort() };
    }
}

/** The last line of a run. */
export async function run(client, call, options, variant) {
    const play = new Play(call, variant);
    try {
        let made = play.begin(client, options);
        for (;;) {
            const turn = await made.next();
            if (turn === null) return play.last(made);
            if (play.streams) await turn.finalMessage();
            made = play.between(client, options, made);
        }
    } catch (error) {
        if (error instanceof APIUserAbortError && play.gaveUp) return await play.cancelled();
        if (!(error instanceof ParlourError)) throw error;
        return { ...lines.error(error), turns: error.turns?.length ?? 0 };
    }
}
