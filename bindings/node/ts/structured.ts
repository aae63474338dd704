// Structured answers: the core (`native.AnswerPlan`) decides how an answer of a schema is requested and judged; the
// user's own schema decides last.

import { Deferred, ObservedPromise } from "./deferred.js";
import { misuse, translateErrors } from "./errors.js";
import { parse, rawOf, write } from "./json.js";
import { native, type NativeAnswerPlan } from "./native.js";
import type { MessageParamsBase, OutputConfigParam, OutputFormatParam } from "./params.js";
import { type DeepPartial, PartialJSON } from "./partial_json.js";
import { RequestBody } from "./request_body.js";
import { type AnySchema, type InferInput, type InferOutput, type ReadSchema, readSchema } from "./schema.js";
import type { MessageStream } from "./stream.js";
import { unfinishedOf } from "./tool_run.js";
import type { Message, StreamEvent, Usage } from "./types.js";

/** The outcome of an answer. */
export type Outcome<T> =
    | {
          /** A value of the schema. */
          type: "value";
          /** It, as the schema's library makes it. */
          value: T;
      }
    | {
          /** The model refused (protocol §9.9). */
          type: "refused";
          /** The service's explanation, or the category. */
          reason: string | null;
      }
    | {
          /** The answer ended before it was whole. */
          type: "cut";
          /** The text of the answer. */
          text: string;
          /** Why it ended, for example `"max_tokens"`. */
          stopReason: string | null;
      }
    | {
          /** The answer is whole, and no value of the schema. */
          type: "invalid";
          /** The text of the answer. */
          text: string;
          /** The reasons why it does not fit, each with its place. */
          reason: string;
      };

/** The last message of a structured answer, and its outcome. The further properties do not enumerate. */
export interface ParsedMessage<T> extends Message {
    /** The outcome of the answer. */
    readonly outcome: Outcome<T>;
    /** The value; null where there is none, which `outcome` explains. */
    readonly parsed_output: T | null;
    /** Every answer, each with its usage and attempts; more than one if the model was asked again. */
    readonly replies: readonly Message[];
    /** The tokens of all answers together. */
    readonly totalUsage: Usage;
    /** Why asking again failed; `outcome` is that of the answer before. Null otherwise. */
    readonly reaskError: unknown;
}

/** How a structured answer is asked for. */
export interface AnswerOptions {
    /**
     * `"format"`: `output_config.format`; `"tool"`: one tool that the model has to call; `"auto"`: the format where the
     * model supports it and it can express the schema. Default: `auto`.
     */
    method?: "auto" | "format" | "tool" | undefined;
    /** How often the model is asked again after an answer that does not fit, each time for a price. Default: 0. */
    maxReasks?: number | undefined;
    /** The name of the forced tool. Default: `answer`. */
    toolName?: string | undefined;
    /** The description of the forced tool for the model. */
    toolDescription?: string | undefined;
    /** The JSON Schema of `output`, for a library that cannot write one. */
    jsonSchema?: object | undefined;
}

/** The schema of an answer as `output_config.format` has it, which `parse()` reads as well as `output`. */
export interface OutputFormat<S extends AnySchema = AnySchema> extends OutputFormatParam {
    /** @internal */
    readonly source?: S;
}

/** Parameters of `messages.parse()`. */
export type ParseParams<S extends AnySchema> = Omit<MessageParamsBase, "output_config"> &
    AnswerOptions &
    (
        | {
              /** The schema of the answer: of zod or another Standard Schema library, or JSON Schema. */
              output: S;
              /** Effort. */
              output_config?: OutputConfigParam | undefined;
          }
        | {
              /** Effort, and the schema of the answer as {@link outputFormat} writes it. */
              output_config: Omit<OutputConfigParam, "format"> & {
                  /** The schema. */
                  format: OutputFormat<S>;
              };
              /** Given by `output_config.format`. */
              output?: undefined;
          }
    );

/**
 * The schema of an answer for `output_config.format`: transformed to the subset that the service accepts (protocol
 * §9.7).
 */
export function outputFormat<const S extends AnySchema>(schema: S): OutputFormat<S> {
    const { json } = readSchema(schema, "the schema of the answer");
    const [text] = translateErrors(() => native.transformSchema(write(json)));
    const format = { type: "json_schema", schema: JSON.parse(text) as object };
    return Object.defineProperty(format, "source", { value: schema }) as OutputFormat<S>;
}

const OPTIONS: readonly [keyof AnswerOptions, string][] = [
    ["method", "method"],
    ["maxReasks", "max_reasks"],
    ["toolName", "tool_name"],
    ["toolDescription", "tool_description"],
];
const NAMES: ReadonlySet<string> = new Set([
    ...OPTIONS.map(([name]) => name),
    "output",
    "jsonSchema",
    "stream",
]);

/** @internal One request for a structured answer, as the package carries it out. */
export class Answer {
    readonly plan: NativeAnswerPlan;
    readonly #schema: ReadSchema;

    constructor(params: object) {
        const settings: Record<string, unknown> = {};
        const request: Record<string, unknown> = {};
        for (const [name, value] of Object.entries(params)) {
            if (NAMES.has(name)) settings[name] = value;
            // The service's names have no capital letters.
            else if (/[A-Z]/.test(name)) throw new TypeError(unknown(name));
            else if (value !== undefined) request[name] = value;
        }
        let output = settings.output;
        if (output === undefined) {
            const { format, ...config } = (request.output_config ?? {}) as { format?: OutputFormat };
            output = format?.source ?? format?.schema;
            if (output === undefined) throw new TypeError("parse() needs a schema `output`");
            request.output_config = Object.keys(config).length === 0 ? undefined : config;
        }
        const given = settings.jsonSchema as object | undefined;
        this.#schema = readSchema(output, "the schema of the answer", given);
        const options = Object.fromEntries(
            OPTIONS.filter(([name]) => settings[name] !== undefined).map(([name, target]) => [
                target,
                settings[name],
            ]),
        );
        this.plan = translateErrors(
            () => new native.AnswerPlan(write(request), write(this.#schema.json), write(options)),
        );
    }

    body(): RequestBody {
        return new RequestBody(translateErrors(() => this.plan.body()));
    }

    async outcome(message: Message): Promise<Outcome<unknown>> {
        const text = translateErrors(() => this.plan.outcome(rawOf(message), unfinishedOf(message)));
        const outcome = parse(text) as Outcome<unknown>;
        if (outcome.type !== "value") return outcome;
        const verdict = await this.#schema.check(outcome.value);
        if (verdict.ok) return { type: "value", value: verdict.value };
        return { type: "invalid", text: JSON.stringify(outcome.value), reason: verdict.reasons.join("; ") };
    }

    next(): RequestBody | null {
        const next = this.plan.nextBody();
        return next === null ? null : new RequestBody(next);
    }

    /** Takes the answer to the last request. */
    async received(message: Message): Promise<Outcome<unknown>> {
        const outcome = await this.outcome(message);
        const misfit = outcome.type === "invalid" ? outcome.reason : null;
        translateErrors(() => {
            this.plan.received(rawOf(message), unfinishedOf(message), misfit);
        });
        return outcome;
    }
}

function unknown(name: string): string {
    const near = native.nearest(name, [...NAMES]);
    return `\`${name}\` is no setting of parse()${near === null ? "" : `; did you mean \`${near}\`?`}`;
}

function sumOf(replies: readonly Message[]): Usage {
    const usages = replies.map(({ usage }) => JSON.stringify(usage));
    return JSON.parse(translateErrors(() => native.usageSum(usages))) as Usage;
}

function parsedMessage<T>(
    message: Message,
    outcome: Outcome<unknown>,
    replies: readonly Message[],
    reaskError: unknown,
): ParsedMessage<T> {
    const facts = {
        outcome,
        parsed_output: outcome.type === "value" ? outcome.value : null,
        replies,
        totalUsage: sumOf(replies),
        reaskError,
    };
    for (const [name, value] of Object.entries(facts)) {
        Object.defineProperty(message, name, {
            value,
            enumerable: false,
            writable: true,
            configurable: true,
        });
    }
    return message as ParsedMessage<T>;
}

/** @internal Asks, and asks again as often as it may. */
export function parseWhole<T>(
    params: object,
    create: (body: RequestBody) => PromiseLike<Message>,
): Promise<ParsedMessage<T>> {
    const done = new Deferred<ParsedMessage<T>>(ObservedPromise);
    const run = async (): Promise<ParsedMessage<T>> => {
        const answer = new Answer(params);
        const replies: Message[] = [];
        let last: { message: Message; outcome: Outcome<unknown> } | undefined;
        let reaskError: unknown = null;
        for (let body = answer.next(); body !== null; body = answer.next()) {
            let message: Message;
            try {
                message = await create(body);
            } catch (error) {
                if (!answer.plan.failed()) throw error;
                reaskError = error;
                continue;
            }
            replies.push(message);
            last = { message, outcome: await answer.received(message) };
        }
        if (last === undefined) throw misuse("a structured answer was asked for without a request");
        return parsedMessage(last.message, last.outcome, replies, reaskError);
    };
    run().then(
        (message) => {
            done.resolve(message);
        },
        (error: unknown) => {
            done.reject(error);
        },
    );
    return done.promise;
}

/**
 * A structured answer that streams. A loop over it gives the value as far as it has come, each time more has;
 * {@link final} gives the outcome of the whole answer. The model is not asked again.
 */
export class AnswerStream<Input, T = Input> implements AsyncIterable<DeepPartial<Input>> {
    readonly #answer: Answer;
    /** The native reader that finds the answer in the events, and the value that shows it. */
    readonly #arriving: ReturnType<NativeAnswerPlan["partial"]>;
    readonly #partial: PartialJSON;
    /** The stream itself, for listeners. A loop over it leaves nothing for one over this. */
    readonly stream: MessageStream;

    /** @internal */
    constructor(params: object, open: (body: RequestBody) => MessageStream) {
        this.#answer = new Answer(params);
        this.#arriving = this.#answer.plan.partial();
        this.#partial = PartialJSON.of(this.#arriving);
        this.stream = open(this.#answer.body());
    }

    /**
     * The value so far, whenever more of it has come: the same object, which grows; copy it to keep it
     * (`structuredClone`). It is not validated yet. Leaving the loop ends the stream.
     */
    async *[Symbol.asyncIterator](): AsyncGenerator<DeepPartial<Input>, undefined> {
        for await (const events of this.stream.batches()) {
            let more = false;
            for (const event of events) more = this.#take(event) || more;
            const value = more ? this.value : undefined;
            if (value !== undefined) yield value;
        }
        return undefined;
    }

    /** The value so far; undefined while nothing of it has come. */
    get value(): DeepPartial<Input> | undefined {
        const { value } = this.#partial;
        const { wrappedIn } = this.#arriving;
        if (wrappedIn === null) return value as DeepPartial<Input> | undefined;
        return (value as Record<string, DeepPartial<Input>> | undefined)?.[wrappedIn];
    }

    /** Whether the event brought a piece of the answer. */
    #take(event: StreamEvent): boolean {
        if (event.type === "content_block_start") {
            this.#arriving.begins(event.index, JSON.stringify(event.content_block));
            return false;
        }
        if (event.type !== "content_block_delta") return false;
        const { text, partial_json } = event.delta as { text?: unknown; partial_json?: unknown };
        const own = (piece: unknown) => (typeof piece === "string" ? piece : null);
        return this.#arriving.take(event.index, own(text), own(partial_json));
    }

    /** Reads to the end, and gives the message with its outcome. */
    async final(): Promise<ParsedMessage<T>> {
        const message = await this.stream.finalMessage();
        return parsedMessage(message, await this.#answer.outcome(message), [message], null);
    }

    /** Ends an answer that is still coming. */
    abort(reason?: unknown): void {
        this.stream.abort(reason);
    }
}

/** The stream of an answer of this schema. */
export type AnswerStreamOf<S extends AnySchema> = AnswerStream<InferInput<S>, InferOutput<S>>;
