/** The result of `client.drain()`. */

/** A call that runs. */
export interface RunningCall {
    /** Method and path, for example `POST /v1/messages`. */
    readonly operation: string;
    /** The model that a message call names. */
    readonly model: string | undefined;
    /** Whether its answer is taken as it arrives. */
    readonly streams: boolean;
    /** Since when it runs, in milliseconds. */
    readonly running: number;
}

/** How draining a client went. */
export interface DrainReport {
    /** Calls that ended while it was waited for them. */
    readonly ended: number;
    /** Calls that still run, the oldest first. They go on until they end or are dropped. */
    readonly left: readonly RunningCall[];
    /** How long it was waited, in milliseconds. */
    readonly waited: number;
}

interface Row {
    operation: string;
    model: string | null;
    streams: boolean;
    running_seconds: number;
}

/** Made from the JSON of the addon. */
export function drainReport(json: string): DrainReport {
    const facts = JSON.parse(json) as { ended: number; left: Row[]; waited_seconds: number };
    const left = facts.left.map(({ operation, model, streams, running_seconds }) => ({
        operation,
        model: model ?? undefined,
        streams,
        running: running_seconds * 1000,
    }));
    return { ended: facts.ended, left, waited: facts.waited_seconds * 1000 };
}
