/** What a client knows of the rate limits of its key: `client.limiterState`. */

/** What is left of one limit. */
export interface Allowance {
    /** Per minute; `undefined` if nobody stated it. */
    readonly limit: number | undefined;
    /** What is left: while calls are paced by the client's own book, else as the newest answer reported it. */
    readonly remaining: number | undefined;
    /** How long until the allowance is full again, in milliseconds. */
    readonly reset: number | undefined;
}

/** The limits of one model. */
export interface ModelLimits {
    /** The model, as requests name it. */
    readonly model: string;
    /** Whether these are the limits of the speed `fast`. */
    readonly fast: boolean;
    /** Whether these are the limits of a credential that calls brought along, in place of the client's. */
    readonly ownCredential: boolean;
    /** Calls that were sent and have not ended. */
    readonly inFlight: number;
    /** Interactive calls that wait. */
    readonly waiting: number;
    /** Bulk calls that wait. */
    readonly waitingBulk: number;
    /** How many answers refused a call for its limits, since the client was made. */
    readonly refusals: number;
    /** How many processes share these limits through `limits`, this one included; undefined without a store. */
    readonly processes: number | undefined;
    /** How long no call will be sent, after a refusal, in milliseconds. */
    readonly coolDown: number | undefined;
    /** Requests per minute. */
    readonly requests: Allowance;
    /** Input and output tokens per minute together. */
    readonly tokens: Allowance;
    /** Input tokens per minute. */
    readonly inputTokens: Allowance;
    /** Output tokens per minute. */
    readonly outputTokens: Allowance;
}

/** The limits of a client's key as they are known, and what waits for them. */
export interface LimiterState {
    /** The client's setting. */
    readonly pacing: "off" | "observe" | "pace";
    /** Calls that were sent and have not ended, of all models. */
    readonly inFlight: number;
    /** The cap of calls in flight that is in force, if there is one. */
    readonly maxInFlight: number | undefined;
    /** The limits of each model that was called, in the order of their names. */
    readonly models: readonly ModelLimits[];
}

interface AllowanceRow {
    limit: number | null;
    remaining: number | null;
    reset_seconds: number | null;
}

interface ModelRow {
    model: string;
    fast: boolean;
    own_credential: boolean;
    in_flight: number;
    waiting: number;
    waiting_bulk: number;
    refusals: number;
    processes: number | null;
    cool_down_seconds: number | null;
    requests: AllowanceRow;
    tokens: AllowanceRow;
    input_tokens: AllowanceRow;
    output_tokens: AllowanceRow;
}

const milliseconds = (seconds: number | null): number | undefined =>
    seconds === null ? undefined : seconds * 1000;

const allowance = (row: AllowanceRow): Allowance => ({
    limit: row.limit ?? undefined,
    remaining: row.remaining ?? undefined,
    reset: milliseconds(row.reset_seconds),
});

/** Made from the JSON of the addon. */
export function limiterState(json: string): LimiterState {
    const state = JSON.parse(json) as {
        pacing: LimiterState["pacing"];
        in_flight: number;
        max_in_flight: number | null;
        models: ModelRow[];
    };
    const models = state.models.map((row) => ({
        model: row.model,
        fast: row.fast,
        ownCredential: row.own_credential,
        inFlight: row.in_flight,
        waiting: row.waiting,
        waitingBulk: row.waiting_bulk,
        refusals: row.refusals,
        processes: row.processes ?? undefined,
        coolDown: milliseconds(row.cool_down_seconds),
        requests: allowance(row.requests),
        tokens: allowance(row.tokens),
        inputTokens: allowance(row.input_tokens),
        outputTokens: allowance(row.output_tokens),
    }));
    return {
        pacing: state.pacing,
        inFlight: state.in_flight,
        maxInFlight: state.max_in_flight ?? undefined,
        models,
    };
}
