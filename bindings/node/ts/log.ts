// Log records of the core, handed to the user's logger on the thread of the client. The core has masked secrets.

import { runWhere } from "./contexts.js";
import { invoke } from "./emitter.js";
import { type LogRecord, native } from "./native.js";
import { kindOf } from "./kind_of.js";

/** Anything with methods for the four levels, for example `console`, pino or winston. */
export interface Logger {
    /** Takes a failure. */
    error(message: string, ...rest: unknown[]): void;
    /** Takes warnings. */
    warn(message: string, ...rest: unknown[]): void;
    /** Takes ordinary events. */
    info(message: string, ...rest: unknown[]): void;
    /** Takes the details. */
    debug(message: string, ...rest: unknown[]): void;
}

/** How severe a record is at least. */
export type LogLevel = "off" | "error" | "warn" | "info" | "debug";

const LEVELS: readonly LogLevel[] = ["off", "error", "warn", "info", "debug"];

function needLogger(given: unknown): void {
    const methods = given as Record<string, unknown> | null;
    const missing = LEVELS.slice(1).filter((name) => typeof methods?.[name] !== "function");
    if (missing.length > 0) {
        throw new TypeError(
            `logger must be an object such as console, and is ${kindOf(given)} without ` +
                missing.map((name) => `${name}()`).join(", "),
        );
    }
}

let logger: Logger | undefined;
let collecting = false;
/** The index of the least severe level that is collected. */
let threshold = 0;

/** Whether records are collected. */
export function isCollecting(): boolean {
    return collecting;
}

/** The level of the settings, else that of PARLOUR_LOG, else the one that a client found in its environment. */
function askedLevel(level: LogLevel | undefined, found: number | null): LogLevel | undefined {
    const named = process.env.PARLOUR_LOG?.trim().toLowerCase();
    if (level === undefined && LEVELS.includes(named as LogLevel)) return named as LogLevel;
    return level ?? (found === null ? undefined : LEVELS[found]);
}

/** The level that a client with this logger and this level asks for. */
export function levelOf(
    wanted: Logger | undefined,
    level: LogLevel | undefined,
    found: number | null,
): LogLevel {
    return askedLevel(level, found) ?? (wanted === undefined ? "off" : "warn");
}

/**
 * Turns the collection on or off, as a client's settings or else the environment specify. All clients of the thread
 * share it: the last setting wins.
 */
export function configure(
    wanted: Logger | undefined,
    level: LogLevel | undefined,
    found: number | null = null,
): void {
    const asked = askedLevel(level, found);
    if (asked === undefined && wanted === undefined) return;
    const number = LEVELS.indexOf(asked ?? "warn");
    if (number < 0) throw new TypeError(`logLevel must be one of ${LEVELS.join(", ")}`);
    if (wanted !== undefined) needLogger(wanted);
    logger = wanted ?? logger ?? console;
    collecting = number > 0;
    threshold = number;
    native.setLogLevel(number);
}

/** Hands a logger a line. An exception or a rejected promise becomes a process warning: it must not end calls. */
function say(to: Logger, level: Exclude<LogLevel, "off">, line: string): void {
    const methods: Record<typeof level, (line: string) => unknown> = to;
    invoke(() => methods[level](line));
}

/** Hands the logger a line of this package's own, where one is set and takes this level. */
export function write(level: "error" | "warn" | "info" | "debug", message: string): void {
    if (!collecting || LEVELS.indexOf(level) > threshold) return;
    if (logger !== undefined) say(logger, level, `parlour: ${message}`);
}

/** Hands records to the logger, each in the context of its call, or else in that of none. */
export function deliver(records: LogRecord[]): void {
    const to = logger;
    if (to === undefined) return;
    for (const { level, message, fields, dropped, token } of records) {
        const name = LEVELS[level];
        if (name === undefined || name === "off") continue;
        const values = fields.map(([key, value]) => ` ${key}=${value}`).join("");
        const lost = dropped > 0 ? ` (${dropped} records were lost before this one)` : "";
        const line = `parlour: ${message}${values}${lost}`;
        runWhere(token, say, to, name, line);
    }
}
