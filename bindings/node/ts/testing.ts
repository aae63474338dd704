// For the tests of programs that use parlour, whatever test framework they use: the emulator in this process, and
// recorded answers.

import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "./client.js";
import { translateErrors } from "./errors.js";
import { needArray, needNumber, needObject, needText } from "./arguments.js";
import { headersOf } from "./head.js";
import * as timers from "./timers.js";
import { native } from "./native.js";
import type { ClientOptions, RecordingsOptions } from "./options.js";

/** A scripted reply, as in the README, or the name of a known fault. */
export type Reply = string | object;

/** The requirements that the service enforces; without one, everything is accepted. */
export interface EmulatorOptions {
    /** The vendor name, which begins the names of the service's headers. Default: `svc`. */
    vendor?: string | undefined;
    /** The version that requests must ask for; `"any"` accepts every one. Default: those of both dialects. */
    version?: string | undefined;
    /** The beta features that it knows. */
    betas?: readonly string[] | undefined;
    /** Of the model's answers. */
    seed?: number | undefined;
    /** The key that it accepts. */
    apiKey?: string | undefined;
    /** The limit of requests. */
    requestsPerMinute?: number | undefined;
    /** The limit of tokens of both kinds. */
    tokensPerMinute?: number | undefined;
    /** The limit of tokens that are sent. */
    inputTokensPerMinute?: number | undefined;
    /** The limit of tokens that are written. */
    outputTokensPerMinute?: number | undefined;
    /** Milliseconds between the events of the model's streams. */
    pace?: number | undefined;
    /** The number of the status request that finds a batch ended. */
    batchPolls?: number | undefined;
    /** How many requests are remembered. */
    keepRequests?: number | undefined;
    /** The port; a free one if it is not given. */
    port?: number | undefined;
    /** `"any"` has models taken that it does not know; else they are refused with 404, as the service does. */
    models?: "any" | "known" | undefined;
}

type NativeEmulator = InstanceType<(typeof native)["Emulator"]>;
type Seen = ReturnType<NativeEmulator["requests"]>[number];

/** One request as it arrived. */
export class RecordedRequest {
    /** Method in upper case. */
    readonly method: string;
    /** Path without query. */
    readonly path: string;
    /** Query without `?`; empty when there is none. */
    readonly query: string;
    /** Body after transfer decoding. */
    readonly body: Buffer;
    /** `HTTP/1.0`, `HTTP/1.1` or `HTTP/2`. */
    readonly httpVersion: string;
    /** Number of the connection, counted from 1: equal numbers mean a reused connection. */
    readonly connection: number;
    readonly #lines: [string, string][];

    /** @internal */
    constructor(seen: Seen) {
        this.method = seen.method;
        this.path = seen.path;
        this.query = seen.query;
        this.body = seen.body;
        this.httpVersion = seen.httpVersion;
        this.connection = seen.connection;
        this.#lines = seen.headers;
    }

    /** Header lines. */
    get headers(): Headers {
        return headersOf(this.#lines);
    }

    /** The body as plain values. */
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as the platform's Request has it
    json(): any {
        return JSON.parse(this.body.toString());
    }
}

/** A name as the native half spells it. */
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Runs a parser of a script or of options, and rewords its errors for this package: the parser of the emulator names an
 * unknown value, and all known ones.
 */
function explained<T>(run: () => T): T {
    try {
        return translateErrors(run);
    } catch (error) {
        const words = error instanceof Error ? error.message : String(error);
        const [, where = "", what = "", given = "", rest = ""] =
            /^(.*?): unknown (variant|field) `([^`]*)`, expected (?:one of )?(.*)$/s.exec(words) ?? [];
        if (given === "") {
            if (!/^expected value|at line \d+ column \d+/.test(words)) throw error;
            throw new TypeError(
                `a reply is an object such as { status: 529 }, or one as JSON text; this is neither (${words})`,
                { cause: error },
            );
        }
        const known = Array.from(rest.matchAll(/`([^`]+)`/g), ([, name = ""]) => name);
        const spelled = where === "the emulator's options" ? known.map(camel) : known;
        const name = where === "the emulator's options" ? camel(given) : given;
        const near = native.nearest(name, spelled);
        const meant = near === null ? `known are ${spelled.join(", ")}` : `did you mean ${near}?`;
        throw new TypeError(
            `${where}: there is no ${what === "variant" ? "fault" : "key"} ${name}; ${meant}`,
            {
                cause: error,
            },
        );
    }
}

const camel = (name: string): string =>
    name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const TEXTS: ReadonlySet<string> = new Set(["vendor", "version", "apiKey"]);

/**
 * Options of another kind than theirs, which the parser would refuse without their name. A name that is none is its
 * business.
 */
function checkOption(name: string, value: unknown): void {
    if (value === undefined || value === null) return;
    if (TEXTS.has(name)) needText(name, value);
    else if (name === "betas") needArray(name, value);
    else if (/^(seed|port|pace|batchPolls|keepRequests|.*PerMinute)$/.test(name)) needNumber(name, value);
}

function checkReply(what: string, reply: unknown): void {
    if (typeof reply !== "string") needObject(what, reply, "{ status: 529 }, or the name of a fault as text");
}

const WAIT = 10_000;
/** The interval between two polls of a counter, in milliseconds. */
const LOOK = 2;

/**
 * The service on `127.0.0.1`, on a thread of its own. Requests are answered by scripted replies in their order, then by
 * a small deterministic model.
 */
export class Emulator {
    readonly #native: NativeEmulator;
    readonly #vendor: string | undefined;

    private constructor(options: EmulatorOptions) {
        needObject("the options of an emulator", options, '{ models: "any" }');
        for (const [name, value] of Object.entries(options)) checkOption(name, value);
        const { pace, ...rest } = options;
        this.#vendor = options.vendor;
        const named = Object.entries({ ...rest, paceMs: pace })
            .filter(([, value]) => value !== undefined && (value as unknown) !== null)
            .map(([name, value]) => [snake(name), value]);
        const json = JSON.stringify(Object.fromEntries(named));
        this.#native = explained(() => new native.Emulator(json));
    }

    /** Starts one on a free port. */
    static start(options: EmulatorOptions = {}): Promise<Emulator> {
        return new Promise((resolve) => {
            resolve(new Emulator(options));
        });
    }

    /** Base address, for `new Client({ baseURL })`. */
    get url(): string {
        return this.#native.url;
    }

    /** The key it accepts. */
    get apiKey(): string {
        return this.#native.apiKey;
    }

    /** A client of this service that takes nothing from the environment. */
    client(settings: ClientOptions = {}): Client {
        const ours: ClientOptions = { baseURL: this.url, vendor: this.#vendor ?? "svc", fromEnv: false };
        if (settings.authToken === undefined && settings.credentials === undefined) ours.apiKey = this.apiKey;
        return new Client({ ...ours, ...settings });
    }

    /** The requests that it received, oldest first. Also after `stop()`. */
    get requests(): RecordedRequest[] {
        return this.#native.requests().map((seen) => new RecordedRequest(seen));
    }

    /** Adds scripted replies; each answers one request, or `repeat` requests. */
    push(...replies: Reply[]): void {
        for (const reply of replies) {
            checkReply("a reply", reply);
            explained(() => {
                this.#native.push(typeof reply === "string" ? reply : JSON.stringify(reply));
            });
        }
    }

    /** Adds a whole script of replies. */
    script(replies: readonly object[]): void {
        needArray("a script", replies);
        for (const [index, reply] of replies.entries()) checkReply(`reply ${index}`, reply);
        explained(() => {
            this.#native.script(JSON.stringify(replies));
        });
    }

    /** How many scripted replies no request has used up. */
    get scriptLeft(): number {
        return this.#native.scriptLeft;
    }

    /** Forgets the requests and the rest of the script. */
    clear(): void {
        translateErrors(() => {
            this.#native.clear();
        });
    }

    /** Replaces the keys it accepts, as a rotation does. `apiKey` keeps its value. */
    setKeys(...keys: string[]): void {
        for (const key of keys) needText("a key", key);
        translateErrors(() => {
            this.#native.setKeys(keys);
        });
    }

    /** Ends all batches now, their items worked off. */
    endBatches(): void {
        translateErrors(() => {
            this.#native.endBatches();
        });
    }

    /** Requests received so far. */
    get requestCount(): number {
        return this.#native.requestCount;
    }

    /** Connections that are open now. */
    get openConnections(): number {
        return this.#native.openConnections;
    }

    /** Connections accepted since the start. */
    get acceptedConnections(): number {
        return this.#native.acceptedConnections;
    }

    /** Answers whose client went away before their end. */
    get closedEarly(): number {
        return this.#native.closedEarly;
    }

    /** Answers that were sent as planned. */
    get answered(): number {
        return this.#native.answered;
    }

    /** Waits until that many requests were received; false if not within `timeout` milliseconds. */
    waitRequests(count: number, timeout = WAIT): Promise<boolean> {
        return until(() => this.requestCount >= count, timeout);
    }

    /** Waits until that many answers were left early; false if not within `timeout` milliseconds. */
    waitClosedEarly(count: number, timeout = WAIT): Promise<boolean> {
        return until(() => this.closedEarly >= count, timeout);
    }

    /** Waits until exactly that many connections are open; false if not within `timeout` milliseconds. */
    waitOpenConnections(count: number, timeout = WAIT): Promise<boolean> {
        return until(() => this.openConnections === count, timeout);
    }

    /** Closes the listener and every connection. Recorded requests stay readable. */
    stop(): Promise<void> {
        return new Promise((resolve) => {
            translateErrors(() => {
                this.#native.stop();
            });
            resolve();
        });
    }

    /** As `stop()`, for `await using`. */
    [Symbol.asyncDispose](): Promise<void> {
        return this.stop();
    }
}

/** Polls until it holds; the event loop stays free, so that the awaited event can happen. */
async function until(holds: () => boolean, timeout: number): Promise<boolean> {
    const end = timers.now() + timeout;
    for (;;) {
        if (holds()) return true;
        if (timers.now() >= end) return false;
        await new Promise((resolve) => timers.timeout(resolve, LOOK));
    }
}

/** The part of the context of a test of `node:test` that names it. */
export interface NamedTest {
    /** Its name. */
    readonly name: string;
    /** Its name behind those of the tests around it. */
    readonly fullName?: string;
}

/**
 * The setting `recordings` for the clients of a test of `node:test`: its recorded answers are replayed, from a folder
 * of its name within `folder`. They are recorded anew with `record`, which is on if the variable `PARLOUR_RECORD` is
 * `1`.
 */
export function recordings(
    test: NamedTest,
    folder: string | URL,
    record: boolean = process.env.PARLOUR_RECORD === "1",
): RecordingsOptions {
    const words = (test.fullName ?? test.name).replaceAll(/[^\p{L}\p{N}_.-]+/gu, "-");
    const name = words.replaceAll(/^-+|-+$/g, "");
    const own = join(typeof folder === "string" ? folder : fileURLToPath(folder), name);
    if (record) {
        mkdirSync(own, { recursive: true });
        for (const old of readdirSync(own)) if (old.endsWith(".json")) rmSync(join(own, old));
        return { folder: own, mode: "record" };
    }
    if (!existsSync(own)) {
        throw new Error(`${own} does not exist: record the answers of this test with PARLOUR_RECORD=1`);
    }
    return { folder: own, mode: "replay" };
}
