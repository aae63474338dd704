// Spans and metrics of calls for OpenTelemetry, through the API package that the program has.

import { createRequire } from "node:module";
import type { CallEnd, Hook, HookAction, Measurement } from "./hook_chain.js";

/** The part of the package `@opentelemetry/api` that is used. */
export interface OpenTelemetryApi {
    /** Where the active context is. */
    readonly context: {
        /** The active context. */
        active(): unknown;
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
        };
    };
    /** How a context crosses to another process. */
    readonly propagation: {
        /** Writes a context into headers. */
        inject(context: never, carrier: Record<string, string>): void;
    };
}

interface OpenTelemetrySpan {
    setStatus(status: { code: number; message: string }): unknown;
    end(time: number): void;
}

interface OpenTelemetryHistogram {
    record(value: number, attributes: never, context: never): void;
}

/** Settings of {@link OpenTelemetry}. */
export interface OpenTelemetryOptions {
    /** The package `@opentelemetry/api`; that of the program unless given. */
    readonly api?: OpenTelemetryApi | undefined;
    /** Whether requests carry the headers of the current context, such as `traceparent`. Default: false. */
    readonly propagate?: boolean | undefined;
}

/** `SpanKind.CLIENT` and `SpanStatusCode.ERROR`, whose numbers are a part of the interface. */
const CLIENT = 2;
const ERROR = 2;

/**
 * A hook that records each call as a span, and measures message calls, by the conventions of OpenTelemetry for
 * generative AI. Neither content nor secrets are recorded.
 *
 * A span is a child of the one that was active where the call was made. It is made when the call is over, with all its
 * attributes, so that a sampler sees them. One object serves any number of clients. Throws an `Error` if the package
 * `@opentelemetry/api` is not installed.
 */
export class OpenTelemetry implements Hook {
    /** `onEnd` gets the telemetry. */
    readonly telemetry = true;
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
        const { name, start, end, error, attributes, measurements } = telemetry;
        const parent = this.#api.context.active() as never;
        const span = this.#tracer.startSpan(name, { kind: CLIENT, attributes, startTime: start }, parent);
        if (error !== null) span.setStatus({ code: ERROR, message: error });
        span.end(end);
        const withSpan = this.#api.trace.setSpan(parent, span as never) as never;
        for (const one of measurements)
            this.#histogram(one).record(one.value, one.attributes as never, withSpan);
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
