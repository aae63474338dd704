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
    /** Web searches of the service. */
    readonly webSearches: number;
    /** Pages that the service fetched. */
    readonly webFetches: number;
    /** All input tokens of interrupted answers, as far as they are known. */
    readonly interruptedInputTokens: number;
    /** Output tokens of interrupted answers, as far as they are known: at least so many were billed. */
    readonly interruptedOutputTokens: number;
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

/** Options of `client.usageReport()`. */
export interface ReportOptions {
    /** Begin the book anew, at the same moment. */
    readonly reset?: boolean;
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
}

type Row = Record<string, number>;

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

/** Made from the JSON of the addon. */
export function usageReport(json: string): UsageReport {
    const report = JSON.parse(json) as {
        time_seconds: number;
        total: Row;
        models: Record<string, Row>;
        labels: Record<string, Row>;
    };
    return {
        time: report.time_seconds * 1000,
        total: tally(report.total),
        models: lines(report.models),
        labels: lines(report.labels),
    };
}
