// Spans and metrics of calls and of tools for OpenTelemetry, through the API package that the program has.

import { createRequire } from "node:module";
import type { CallEnd, Hook, HookAction, Measurement } from "./hook_chain.js";
import type { ToolEnd, ToolExecution } from "./tool_hooks.js";

/** The part of the package `@opentelemetry/api` that is used. */
export interface OpenTelemetryApi {
    /** Where the active context is. */
    readonly context: {
        /** The active context. */
        active(): unknown;
        /** Calls a function with this context active. */
        with(context: never, run: () => unknown): unknown;
    };
    /** Where spans are made. */
    readonly trace: {
        /** The tracer of this name. */
        getTracer(name: string): {
            /** Begins a span. */
            startSpan(name: string, options: object, context: never): OpenTelemetrySpan;
        };
        /** A context with this span in it. */
        setSpan(context: never, span: never): unknown;
    };
    /** Where instruments are made. */
    readonly metrics: {
        /** The meter of this name. */
        getMeter(name: string): {
            /** Makes a histogram. */
            createHistogram(name: string, options: object): OpenTelemetryHistogram;
            /** Makes a gauge whose values are asked for. */
            createObservableGauge(name: string, options: object): unknown;
            /** Makes a counter whose values are asked for. */
            createObservableCounter(name: string, options: object): unknown;
            /** Begins to ask for the values of these instruments. */
            addBatchObservableCallback(callback: (result: never) => void, instruments: never): void;
            /** Ends it. */
            removeBatchObservableCallback(callback: (result: never) => void, instruments: never): void;
        };
    };
    /** How a context crosses to another process. */
    readonly propagation: {
        /** Writes a context into headers. */
        inject(context: never, carrier: Record<string, string>): void;
    };
}

interface OpenTelemetrySpan {
    setAttributes(attributes: Attributes): unknown;
    setStatus(status: { code: number; message: string }): unknown;
    end(time?: number): void;
}

interface OpenTelemetryHistogram {
    record(value: number, attributes: never, context: never): void;
}

interface OpenTelemetryResult {
    observe(instrument: unknown, value: number, attributes: Attributes): void;
}

type Attributes = Readonly<Record<string, string | number | boolean>>;

/** Settings of {@link OpenTelemetry}. */
export interface OpenTelemetryOptions {
    /** The package `@opentelemetry/api`; that of the program unless given. */
    readonly api?: OpenTelemetryApi | undefined;
    /** Whether requests carry the headers of the current context, such as `traceparent`. Default: false. */
    readonly propagate?: boolean | undefined;
    /**
     * Whether the histogram `gen_ai.client.operation.time_per_output_chunk` has a value for each chunk of a stream,
     * which costs some time for each. Default: false.
     */
    readonly chunkTimes?: boolean | undefined;
}

/** What `observe()` of {@link OpenTelemetry} takes besides the client. */
export interface ObserveOptions {
    /** Attributes of all figures of the client, such as `{ client: "batch" }`. */
    readonly attributes?: Readonly<Record<string, string | number | boolean>> | undefined;
}

/** `SpanKind.INTERNAL`, `SpanKind.CLIENT` and `SpanStatusCode.ERROR`: the numbers are a part of the interface. */
const INTERNAL = 0;
const CLIENT = 2;
const ERROR = 2;

/**
 * A hook that records each call, and each tool that a tool run runs, as a span, and measures message calls, by the
 * conventions of OpenTelemetry for generative AI. Neither content nor secrets are recorded.
 *
 * A span is a child of the one that was active where the call was made, and that of a tool of the one where the run
 * went on. The span of a call is made when the call is over, with all its attributes, so that a sampler sees them. That
 * of a tool is active while the tool runs. One object serves any number of clients. Throws an `Error` if the package
 * `@opentelemetry/api` is not installed.
 */
export class OpenTelemetry implements Hook {
    /** `onEnd` gets the telemetry. */
    readonly telemetry = true;
    /** Whether it has the time of each chunk. */
    readonly chunkTimes: boolean;
    /** Gives the headers of the active context, if requests carry them. */
    readonly onCall?: () => HookAction;
    readonly #api: OpenTelemetryApi;
    readonly #tracer: ReturnType<OpenTelemetryApi["trace"]["getTracer"]>;
    readonly #meter: ReturnType<OpenTelemetryApi["metrics"]["getMeter"]>;
    readonly #histograms = new Map<string, OpenTelemetryHistogram>();

    constructor(options: OpenTelemetryOptions = {}) {
        const api = options.api ?? found();
        this.#api = api;
        this.#tracer = api.trace.getTracer("parlour");
        this.#meter = api.metrics.getMeter("parlour");
        this.chunkTimes = options.chunkTimes === true;
        if (options.propagate === true) {
            this.onCall = () => {
                const headers: Record<string, string> = {};
                api.propagation.inject(api.context.active() as never, headers);
                return { headers };
            };
        }
    }

    /** Makes the span and records the measurements. */
    onEnd({ telemetry }: CallEnd): void {
        if (telemetry === undefined) return;
        const parent = this.#api.context.active() as never;
        const { name, start, end, error, attributes, measurements } = telemetry;
        const span = this.#tracer.startSpan(name, { kind: CLIENT, attributes, startTime: start }, parent);
        if (error !== null) span.setStatus({ code: ERROR, message: error });
        span.end(end);
        const withSpan = this.#api.trace.setSpan(parent, span as never) as never;
        for (const one of measurements)
            for (const value of one.values)
                this.#histogram(one).record(value, one.attributes as never, withSpan);
    }

    /** A span while a tool runs. */
    aroundTool({ call, description }: ToolExecution, run: () => Promise<ToolEnd>): unknown {
        const { context, trace } = this.#api;
        const attributes = {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": call.name,
            "gen_ai.tool.call.id": call.id,
            "gen_ai.tool.type": "function",
            ...(description !== "" && { "gen_ai.tool.description": description }),
        };
        const parent = context.active() as never;
        const span = this.#tracer.startSpan(
            `execute_tool ${call.name}`,
            { kind: INTERNAL, attributes },
            parent,
        );
        return context.with(trace.setSpan(parent, span as never) as never, async () => {
            const { outcome, error } = await run();
            if (outcome !== "completed") span.setAttributes({ "parlour.outcome": outcome });
            if (outcome === "failed") {
                const type = typeOf(error);
                span.setAttributes({ "error.type": type });
                span.setStatus({ code: ERROR, message: type });
            }
            span.end();
        });
    }

    /**
     * Exports the figures of a client through the meter, each time that the program collects its metrics. Returns a
     * function that ends it.
     *
     * They are those of `client.prometheusText()`, as observable gauges and counters: `parlour.calls_waiting` for
     * `parlour_calls_waiting`. Of several clients each needs `attributes` of its own; a client takes the place of one
     * that was observed before it with the same ones. The client is not kept alive.
     */
    observe(
        client: {
            /** The figures. */
            prometheusText(): string;
        },
        options: ObserveOptions = {},
    ): () => void {
        const meter = this.#meter;
        const attributes = { ...options.attributes };
        const instruments = new Map<string, unknown>();
        for (const [, name = "", description, kind] of client.prometheusText().matchAll(FAMILY)) {
            const make = kind === "counter" ? "createObservableCounter" : "createObservableGauge";
            const unit = UNITS.get(name.split("_").find((word) => UNITS.has(word)) ?? "");
            instruments.set(name, meter[make](plainName(name), { description, ...(unit && { unit }) }));
        }
        const observed = new WeakRef(client);
        const report = (result: OpenTelemetryResult): void => {
            const live = observed.deref();
            // Not at once: the library goes through its list.
            if (live === undefined) queueMicrotask(stop);
            else {
                for (const [name, labels, value] of samplesOf(live))
                    result.observe(instruments.get(name), value, { ...labels, ...attributes });
            }
        };
        const all = [...instruments.values()] as never;
        const key = JSON.stringify(Object.entries(attributes).sort());
        const clients = clientsOf(meter);
        const stop = (): void => {
            meter.removeBatchObservableCallback(report, all);
            if (clients.get(key) === stop) clients.delete(key);
        };
        clients.get(key)?.();
        clients.set(key, stop);
        meter.addBatchObservableCallback(report, all);
        return stop;
    }

    #histogram({ name, unit, description, bounds }: Measurement): OpenTelemetryHistogram {
        let histogram = this.#histograms.get(name);
        if (histogram === undefined) {
            const advice = { explicitBucketBoundaries: bounds };
            histogram = this.#meter.createHistogram(name, { unit, description, advice });
            this.#histograms.set(name, histogram);
        }
        return histogram;
    }
}

/** The class of what a tool threw: the name that it gives itself, which no bundler shortens, else that of the class. */
function typeOf(error: unknown): string {
    try {
        if (error instanceof Error) {
            const places = [error, Object.getPrototypeOf(error) as object];
            const isNamed = places.some((place) => Object.hasOwn(place, "name"));
            const name: unknown = isNamed ? error.name : error.constructor.name;
            if (typeof name === "string" && name !== "") return name;
        }
    } catch {
        // Code of the program may run here, and has no name to give.
    }
    return "_OTHER";
}

/** The package as the program would find it: from its own folder, then from here. */
function found(): OpenTelemetryApi {
    const places = [`${process.cwd()}/package.json`, __filename];
    for (const place of places) {
        try {
            return createRequire(place)("@opentelemetry/api") as OpenTelemetryApi;
        } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
        }
    }
    throw new Error("OpenTelemetry() uses the package @opentelemetry/api: install it, or give it as `api`");
}

// The names of figures come from the page for Prometheus, which the core writes.
const FAMILY = /^# HELP (\S+) (.*)\n# TYPE \S+ (\w+)$/gm;
const SAMPLE = /^(\w+)(?:\{(.*)\})? (\S+)$/gm;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** The unit by a word of the name on the page. */
const UNITS = new Map([
    ["seconds", "s"],
    ["tokens", "{token}"],
    ["calls", "{call}"],
]);

/** An exporter to Prometheus puts both endings back. */
const plainName = (name: string): string =>
    name
        .replace(/_total$/, "")
        .replace(/_seconds$/, "")
        .replace("_", ".");

/** The figures of a client with their attributes; none where it has none, since the exporter has others to write. */
function samplesOf(client: { prometheusText(): string }): [string, Attributes, number][] {
    let page = "";
    try {
        page = client.prometheusText();
    } catch {
        // It has no figures.
    }
    return Array.from(page.matchAll(SAMPLE), ([, name = "", labels = "", value]) => [
        name,
        attributesOf(labels),
        Number(value),
    ]);
}

function attributesOf(labels: string): Attributes {
    const attributes: Record<string, string> = {};
    for (const [, label = "", text = ""] of labels.matchAll(LABEL)) {
        const name = label === "model" ? "gen_ai.request.model" : `parlour.${label}`;
        const plain = text.replace(/\\(.)/g, (_, escaped: string) => (escaped === "n" ? "\n" : escaped));
        if (plain !== "") attributes[name] = plain;
    }
    return attributes;
}

/** What ends the observation of each client of a meter, by the attributes of the client. */
function clientsOf(meter: object): Map<string, () => void> {
    let clients = observed.get(meter);
    if (clients === undefined) observed.set(meter, (clients = new Map<string, () => void>()));
    return clients;
}

const observed = new WeakMap<object, Map<string, () => void>>();
