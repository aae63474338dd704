// The tool loop, with functions that do what the case says. `iterator` takes whole answers and denies calls between two
// requests; `emitter` hands streams out, begins calls early, and denies them when it is asked; `readable` streams inside.
// Translation only.

import { textOf } from "./local.mjs";
import * as lines from "./lines.mjs";
import { ParlourError, ToolError } from "./package.mjs";

/** What a scripted function gives. */
async function scripted(script) {
    if ("never" in script) await new Promise(() => undefined);
    if ("raises" in script) throw new Error(script.raises);
    if ("error" in script) throw new ToolError(script.error);
    return script.text ?? script.blocks;
}

/** The definitions of the request, those that are scripted with a function behind them. */
function toolsOf(definitions, scripts) {
    return definitions.map((definition) => {
        const script = scripts[definition.name];
        if (script === undefined) return definition;
        // The definition goes as it stands: what a schema of ours makes of it is not asked here.
        return Object.defineProperties({ ...definition }, { run: { value: () => scripted(script) } });
    });
}

/** What the program does between two requests. */
function between(run, call, denies) {
    if (denies) {
        for (const { id } of run.calls) {
            const reason = call.deny?.[id];
            if (reason !== undefined) run.deny(id, reason);
        }
    }
    if (call.say !== undefined && run.turns.length === 1) run.say(call.say);
}

function last(run) {
    const message = run.turns.at(-1);
    const line = lines.message(message, message.response);
    line.end = run.end;
    line.turns = run.turns.length;
    line.usage = run.usage;
    line.history = textOf(run.conversation);
    return line;
}

/** The last line of a run. */
export async function run(client, call, options, variant) {
    const { tools = [], ...request } = JSON.parse(call.body);
    const { max_requests, max_pauses, max_parallel, max_result_bytes } = call.limits ?? {};
    const settings = {
        ...request,
        tools: toolsOf(tools, call.tools ?? {}),
        maxRequests: max_requests,
        maxPauses: max_pauses,
        maxParallel: max_parallel,
        maxResultBytes: max_result_bytes,
        toolTimeout: call.tool_timeout_ms,
    };
    const denies = variant === "iterator";
    if (!denies) {
        settings.early = true;
        settings.approve = ({ id }) => {
            const deny = call.deny?.[id];
            return deny === undefined || { deny };
        };
    }
    try {
        const streams = variant === "emitter";
        const made = client.messages.runTools({ ...settings, stream: streams }, options);
        for await (const turn of made) {
            if (streams) await turn.finalMessage();
            between(made, call, denies);
        }
        return last(made);
    } catch (error) {
        if (!(error instanceof ParlourError)) throw error;
        return { ...lines.error(error), turns: error.turns?.length ?? 0 };
    }
}
