// Finds the native half for this machine and loads it, or throws an error with everything that was tried.

import { bundled, isOfBundler, refuseBundle } from "./bundled.js";
import type * as Native from "../native";
import { existsSync } from "node:fs";
import { join } from "node:path";

export type { EndRecord, ErrorRecord, HookDescription, LogRecord, StopRecord } from "../native";
export type NativeClient = Native.Client;
export type NativeRequestBody = Native.RequestBody;
export type NativeConversation = Native.NativeConversation;
export type NativeResourceCall = Native.ResourceCall;
export type NativeUpload = Native.NativeUpload;
export type NativeSchema = Native.Schema;
export type NativeToolLoop = Native.ToolLoop;
export type NativeAnswerPlan = Native.AnswerPlan;
export type NativeModule = typeof Native;

/** Platforms that a binary is published for, as `process.platform`, `process.arch` and, on Linux, the C library. */
const PUBLISHED = [
    "linux-x64-gnu",
    "linux-arm64-gnu",
    "linux-x64-musl",
    "linux-arm64-musl",
    "darwin-x64",
    "darwin-arm64",
    "win32-x64-msvc",
];

/** Suffixes of binaries that may run here, the likeliest first. */
export function candidates(platform: string, arch: string): string[] {
    if (platform === "linux") return [`linux-${arch}-gnu`, `linux-${arch}-musl`];
    return [platform === "win32" ? `win32-${arch}-msvc` : `${platform}-${arch}`];
}

/** The C library of a Linux process, for the error text and to choose where both binaries are installed. */
function libc(): string {
    const report = process.report as unknown as
        { excludeNetwork?: boolean; getReport(): unknown } | undefined;
    if (report === undefined) return "unknown";
    report.excludeNetwork = true;
    const { header } = report.getReport() as { header?: { glibcVersionRuntime?: string } };
    return header?.glibcVersionRuntime === undefined ? "musl" : `glibc ${header.glibcVersionRuntime}`;
}

/** An attempt to load the binary, and its outcome. */
type Attempt = { what: string; outcome: string };

function place(suffix: string, tried: Attempt[]): string | undefined {
    // A checkout has the binary beside its package.json, an installation in a package of its own.
    const local = join(__dirname, "..", `parlour.${suffix}.node`);
    if (existsSync(local)) return local;
    tried.push({ what: local, outcome: "no such file" });
    const name = `parlour-${suffix}`;
    try {
        return require.resolve(name);
    } catch {
        tried.push({ what: `package ${name}`, outcome: "not installed" });
        return undefined;
    }
}

function advice(tried: Attempt[]): string {
    const { platform, arch } = process;
    const known = candidates(platform, arch).filter((suffix) => PUBLISHED.includes(suffix));
    if (known.length === 0) {
        return `There is no binary for ${platform} on ${arch}; there are binaries for ${PUBLISHED.join(", ")}.`;
    }
    if (tried.some(({ outcome }) => outcome.includes("GLIBC_"))) {
        return "The binary wants glibc 2.28 or later; use a newer system, or an image that has it.";
    }
    if (tried.every(({ outcome }) => outcome === "no such file" || outcome === "not installed")) {
        return (
            "npm installs the binary as an optional dependency of parlour. It is missing if the installation left " +
            "optional dependencies out (--omit=optional, --no-optional), if node_modules or the lock file came from " +
            "another platform (delete both and install again), or if a bundler moved this file away from " +
            "node_modules (mark parlour as external). In a checkout, build it as the README says."
        );
    }
    return "The binary is there but does not load; reinstall parlour, and check that it was built for this system.";
}

/** The error for a native half that could not be loaded. */
export function explain(tried: Attempt[]): Error {
    const { platform, arch } = process;
    const system = platform === "linux" ? `${platform} ${arch}, ${libc()}` : `${platform} ${arch}`;
    const lines = tried.map(({ what, outcome }) => `  ${what}: ${outcome}`);
    return new Error(
        `parlour could not load its native half on ${system}, Node ${process.versions.node}.\n` +
            `Looked for:\n${lines.join("\n")}\n${advice(tried)}`,
    );
}

function said(error: unknown): string {
    return error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
}

function load(): NativeModule {
    refuseBundle();
    const tried: Attempt[] = [];
    const named = process.env.PARLOUR_NATIVE_PATH;
    let places: string[];
    if (named) {
        places = [named];
    } else {
        places = candidates(process.platform, process.arch).flatMap((suffix) => place(suffix, tried) ?? []);
        if (places.length > 1 && libc() === "musl") places.reverse();
    }
    for (const path of places) {
        try {
            // eslint-disable-next-line @typescript-eslint/no-require-imports -- a binary has no other way in
            const loaded = require(path) as NativeModule;
            const ours = version();
            if (loaded.version() === ours) return loaded;
            tried.push({ what: path, outcome: `is of version ${loaded.version()}, this package of ${ours}` });
        } catch (error) {
            if (isOfBundler(error) && existsSync(path)) throw bundled(error);
            tried.push({ what: path, outcome: said(error) });
        }
    }
    throw explain(tried);
}

/** Version of this package. */
export function version(): string {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- it lies outside of the compiled folder
    return (require("../package.json") as { version: string }).version;
}

export const native: NativeModule = load();
