/** What the calls of a client used: `client.usageReport()`. */

/** What calls used: sums over all calls of a client, a model or a label. Tokens are those of complete answers. */
export interface Tally {
    /** Calls that ended, in whichever way: the sum of the next four. */
    readonly calls: number;
    /** Their answer is complete. */
    readonly completed: number;
    /** They failed before an answer began. */
    readonly failed: number;
    /** Their answer had begun and is not complete: it was cut, could not be read, or was left. */
    readonly interrupted: number;
    /** They were left before an answer began. */
    readonly cancelled: number;
    /** Requests that were sent. */
    readonly attempts: number;
    /** Those of them that repeated another. */
    readonly retries: number;
    /** Second attempts that were sent beside a slow first one (`hedge`): among the attempts, not among the retries. */
    readonly hedges: number;
    /** Those of them that answered first. */
    readonly hedgesWon: number;
    /** Input tokens that were neither written to nor read from the cache. */
    readonly inputTokens: number;
    /** All output tokens, thinking included. */
    readonly outputTokens: number;
    /** Output tokens used for thinking, where the service counts them apart. */
    readonly thinkingTokens: number;
    /** Input tokens that were written to the cache for five minutes. */
    readonly cacheWrite5mTokens: number;
    /** Input tokens that were written to the cache for an hour. */
    readonly cacheWrite1hTokens: number;
    /** Input tokens that were read from the cache. */
    readonly cacheReadTokens: number;
    /** Calls of a client with `cache: "keep"`, none of whose prefixes was sent before. */
    readonly cacheCold: number;
    /** Such calls whose prefixes had been sent, and were in the cache no longer. */
    readonly cacheExpired: number;
    /** Such calls that read nothing, although a prefix was in the cache by its lifetime. */
    readonly cacheLost: number;
    /** Such calls that waited until another had written their prefix. */
    readonly cacheWaits: number;
    /** Web searches of the service. */
    readonly webSearches: number;
    /** Pages that the service fetched. */
    readonly webFetches: number;
    /**
     * All input tokens of interrupted answers, as far as they are known; and those of attempts that were cancelled
     * because another answered first, which may be billed.
     */
    readonly interruptedInputTokens: number;
    /** Output tokens of interrupted answers, as far as they are known: at least so many were billed. */
    readonly interruptedOutputTokens: number;
    /**
     * What complete answers cost, with the input of attempts that were cancelled because another answered first, by the
     * setting `prices`; 0 for a model without a price.
     */
    readonly cost: number;
    /**
     * What the cache saved by those prices: what its tokens would have cost as other input, less what they cost.
     * Negative if more was written than was read again.
     */
    readonly cacheSavings: number;
    /** Calls whose answer was streamed and had a first event. */
    readonly streams: number;
    /** From the begin of those calls to their first events, added up, in milliseconds. */
    readonly firstEvent: number;
    /** Waits between attempts, added up, in milliseconds. */
    readonly waited: number;
    /** Waits for the rate limits, added up, in milliseconds. */
    readonly queued: number;
    /** From the begin of each call to its end, added up, in milliseconds. */
    readonly duration: number;
}

/** Prices of a model per million tokens, in a currency of yours. */
export interface Price {
    /** Of input that is neither written to nor read from the cache. */
    readonly input: number;
    /** Of output. */
    readonly output: number;
    /** Of the cache; what is written, by lifetime. Default: 0.1, 1.25 and 2 times the price of input. */
    readonly cache?: CachePrice | undefined;
}

/** Prices of the prompt cache per million tokens; what is written, by lifetime. */
export interface CachePrice {
    /** Of what is read from the cache. */
    readonly read?: number | undefined;
    /** Of what is written for five minutes. */
    readonly "5m"?: number | undefined;
    /** Of what is written for an hour. */
    readonly "1h"?: number | undefined;
}

/** At most so many `tokens`, or so much money (`cost`), within a time. */
export interface SpendingLimit {
    /** Input and output tokens; those read from the cache do not count. */
    readonly tokens?: number | undefined;
    /** Money, by the setting `prices`. */
    readonly cost?: number | undefined;
    /** The time; a month has 30 days. */
    readonly per: "minute" | "hour" | "day" | "week" | "month";
    /** Only for calls under this label. */
    readonly label?: string | undefined;
    /** Only for calls of this model. */
    readonly model?: string | undefined;
    /** The used fraction, above 0 and at most 1, at which the end of a call has a notice of it. */
    readonly notice?: number | undefined;
}

/** The state of a spending limit. */
export interface SpendingState {
    /** The label that it is for, if it is for one. */
    readonly label: string | undefined;
    /** The model that it is for, if it is for one. */
    readonly model: string | undefined;
    /** Whether `most` and `used` are money; else they are tokens. */
    readonly isCost: boolean;
    /** The most that may be used within the time. */
    readonly most: number;
    /** What was used of it. */
    readonly used: number;
    /** What is kept for calls that have not ended. */
    readonly reserved: number;
    /** How long until the time begins anew, in milliseconds. */
    readonly reset: number;
}

/** Options of `client.usageReport()`. */
export interface ReportOptions {
    /** Begin the book anew, at the same moment. */
    readonly reset?: boolean;
}

/** What the calls of all processes used that keep a ledger with one store (`limits`), for one service. */
export interface FleetUsage {
    /** Processes that made calls within the last seconds, this one included. */
    readonly processes: number;
    /** All calls since the store has the book, also of processes that have ended. */
    readonly total: Tally;
    /** By model. Beyond 256 of a process the others are added up as `(others)`. */
    readonly models: Readonly<Record<string, Tally>>;
    /** By label, likewise. */
    readonly labels: Readonly<Record<string, Tally>>;
}

/** What the message calls of a client used since it was made, or since the book was begun anew. */
export interface UsageReport {
    /** How long the book has been kept, in milliseconds. */
    readonly time: number;
    /** All calls. */
    readonly total: Tally;
    /** By model, as requests name it. Beyond 4096 models the others are added up as `(others)`. */
    readonly models: Readonly<Record<string, Tally>>;
    /** By label; a call with several counts under each, one without counts under none. */
    readonly labels: Readonly<Record<string, Tally>>;
    /** The spending limits, in the order in which they were given. `reset` does not begin them anew. */
    readonly limits: readonly SpendingState[];
    /**
     * What all processes used together that keep a ledger with one store (`limits`): as the store knew it a second ago,
     * or at the last report of a client that makes no calls. `undefined` without a store, or before it has answered.
     */
    readonly fleet: FleetUsage | undefined;
}

type Row = Record<string, number>;

interface LimitRow {
    label: string | null;
    model: string | null;
    is_cost: boolean;
    most: number;
    used: number;
    reserved: number;
    reset_seconds: number;
}

/** A figure in seconds is one in milliseconds here. */
function tally(row: Row): Tally {
    const figures = Object.entries(row).map(([name, figure]): [string, number] => {
        const isTime = name.endsWith("_seconds");
        const camel = name
            .replace(/_seconds$/, "")
            .replace(/_([a-z0-9])/g, (_, at: string) => at.toUpperCase());
        return [camel, isTime ? figure * 1000 : figure];
    });
    return Object.fromEntries(figures) as unknown as Tally;
}

/** By a name of any spelling: the object has no prototype. */
function lines(rows: Record<string, Row>): Record<string, Tally> {
    const made = Object.create(null) as Record<string, Tally>;
    for (const [name, row] of Object.entries(rows)) made[name] = tally(row);
    return made;
}

interface Book {
    total: Row;
    models: Record<string, Row>;
    labels: Record<string, Row>;
}

function book({ total, models, labels }: Book): Pick<UsageReport, "total" | "models" | "labels"> {
    return { total: tally(total), models: lines(models), labels: lines(labels) };
}

/** Made from the JSON of the addon. */
export function usageReport(json: string): UsageReport {
    const report = JSON.parse(json) as Book & {
        time_seconds: number;
        limits: LimitRow[];
        fleet: (Book & { processes: number }) | null;
    };
    return {
        time: report.time_seconds * 1000,
        ...book(report),
        fleet:
            report.fleet === null ? undefined : { processes: report.fleet.processes, ...book(report.fleet) },
        limits: report.limits.map((row) => ({
            label: row.label ?? undefined,
            model: row.model ?? undefined,
            isCost: row.is_cost,
            most: row.most,
            used: row.used,
            reserved: row.reserved,
            reset: row.reset_seconds * 1000,
        })),
    };
}
