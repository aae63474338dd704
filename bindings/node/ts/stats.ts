/** The result of `client.stats()`. */

/** The state of a client and its copies at one moment. */
export interface ClientStats {
    /** Calls of every kind that have not ended. */
    readonly running: number;
    /** Since when the oldest of them runs, in milliseconds. */
    readonly oldestRunning: number | undefined;
    /** Calls of every kind that were begun since the client was made. */
    readonly begun: number;
    /** Whether new calls are refused: see `drain()`. */
    readonly draining: boolean;
    /** Message calls that were sent and have not ended; 0 with `pacing: "off"`. */
    readonly inFlight: number;
    /** Message calls that wait for the rate limits or the cap of calls in flight. */
    readonly waiting: number;
    /** How long the model that cools down longest will not be called, after a refusal for its limits; milliseconds. */
    readonly coolDown: number | undefined;
    /** Second attempts that were started beside a slow first one: see `hedge`. */
    readonly hedges: number;
    /** Those of them that answered first. */
    readonly hedgesWon: number;
    /** Retries that are left in the budget; `undefined` if it is off. */
    readonly retryBudget: number | undefined;
}

interface Facts {
    running: number;
    oldest_running_seconds: number | null;
    begun: number;
    draining: boolean;
    in_flight: number;
    waiting: number;
    cool_down_seconds: number | null;
    hedges: number;
    hedges_won: number;
    retry_budget: number | null;
}

const milliseconds = (seconds: number | null): number | undefined =>
    seconds === null ? undefined : seconds * 1000;

/** Made from the JSON of the addon. */
export function clientStats(json: string): ClientStats {
    const facts = JSON.parse(json) as Facts;
    return {
        running: facts.running,
        oldestRunning: milliseconds(facts.oldest_running_seconds),
        begun: facts.begun,
        draining: facts.draining,
        inFlight: facts.in_flight,
        waiting: facts.waiting,
        coolDown: milliseconds(facts.cool_down_seconds),
        hedges: facts.hedges,
        hedgesWon: facts.hedges_won,
        retryBudget: facts.retry_budget ?? undefined,
    };
}
