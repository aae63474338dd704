// Schemas of users as JSON Schema, and the validation of values: zod, any library with the Standard Schema interface,
// or plain JSON Schema. The libraries are the user's: their functions are looked up when one of their schemas is used.

import { createRequire } from "node:module";
import { join } from "node:path";
import { translateErrors } from "./errors.js";
import { write } from "./json.js";
import { native, type NativeSchema } from "./native.js";
import { kindOf } from "./kind_of.js";

/** A schema of a library with the Standard Schema interface: zod 3.24 and later, valibot, ArkType and others. */
export interface StandardSchema<Input = unknown, Output = Input> {
    /** The interface of a library. */
    readonly "~standard": {
        /** The version of the interface. */
        readonly version: 1;
        /** The library. */
        readonly vendor: string;
        /** Holds a value against the schema, and gives it as the library makes it. */
        readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
        /** For the type checker alone. */
        readonly types?:
            | {
                  /** The input type. */
                  readonly input: Input;
                  /** The output type. */
                  readonly output: Output;
              }
            | undefined;
    };
}

/** The result of validating a value with a Standard Schema library. */
export type StandardResult<Output> =
    | {
          /** The value, as its type has it. */
          readonly value: Output;
          readonly issues?: undefined;
      }
    | {
          /** The reasons why the value does not fit. */
          readonly issues: readonly StandardIssue[];
      };

/** One reason why a value does not fit. */
export interface StandardIssue {
    /** In words. */
    readonly message: string;
    /** Where. */
    readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** A plain JSON Schema. */
export type JSONSchema = Readonly<Record<string, unknown>>;

/** The accepted kinds of schemas. */
export type AnySchema = StandardSchema | JSONSchema;

/** The type of the values that a JSON Schema of literals allows; unknown where types cannot express it. */
export type FromJSONSchema<S> = S extends { readonly const: infer Value }
    ? Value
    : S extends { readonly enum: readonly (infer Value)[] }
      ? Value
      : S extends { readonly anyOf: readonly (infer One)[] }
        ? FromJSONSchema<One>
        : S extends { readonly type: "string" }
          ? string
          : S extends { readonly type: "number" | "integer" }
            ? number
            : S extends { readonly type: "boolean" }
              ? boolean
              : S extends { readonly type: "null" }
                ? null
                : S extends { readonly type: "array"; readonly items: infer Items }
                  ? FromJSONSchema<Items>[]
                  : S extends { readonly type: "array" }
                    ? unknown[]
                    : S extends { readonly type: "object"; readonly properties: infer Properties }
                      ? FromProperties<
                            Properties,
                            S extends { readonly required: readonly (infer R)[] } ? R : never
                        >
                      : S extends { readonly type: "object" }
                        ? Record<string, unknown>
                        : unknown;

type FromProperties<Properties, Required> = Flat<
    {
        -readonly [Key in keyof Properties as Key extends Required ? Key : never]: FromJSONSchema<
            Properties[Key]
        >;
    } & {
        -readonly [Key in keyof Properties as Key extends Required ? never : Key]?: FromJSONSchema<
            Properties[Key]
        >;
    }
>;

type Flat<T> = { [Key in keyof T]: T[Key] };

/** The type of a value that a schema has validated. */
export type InferOutput<S> =
    S extends StandardSchema<unknown, infer Output>
        ? Output
        : S extends JSONSchema
          ? FromJSONSchema<S>
          : unknown;

/** The type of a value before a library transforms it, as the model writes it. */
export type InferInput<S> =
    S extends StandardSchema<infer Input> ? Input : S extends JSONSchema ? FromJSONSchema<S> : unknown;

/** Whether a value fits: the transformed value, or the reasons. */
export type Verdict = { ok: true; value: unknown } | { ok: false; reasons: string[] };

/** A schema of the user's, as the package uses it. */
export interface ReadSchema {
    /** The JSON Schema of the answer that the model writes. */
    readonly json: Record<string, unknown>;
    /** Holds a value against it. */
    check(value: unknown): Verdict | Promise<Verdict>;
}

/** The members that are read of a schema that is no plain JSON; each library has one or the other. */
interface Foreign extends Partial<StandardSchema> {
    safeParse?: (value: unknown) => {
        success: boolean;
        data?: unknown;
        error?: { issues?: StandardIssue[] };
    };
    toJSONSchema?: (options: object) => object;
    toJsonSchema?: () => object;
    _zod?: unknown;
    _def?: unknown;
}

/**
 * Reads a schema. `what` begins the error message. `given` is its JSON Schema, for a library that cannot make one.
 * Throws a `TypeError` for a value that is no schema, or cannot be written as JSON Schema.
 */
export function readSchema(schema: unknown, what: string, given?: object): ReadSchema {
    if (
        (typeof schema !== "object" && typeof schema !== "function") ||
        schema === null ||
        Array.isArray(schema)
    ) {
        throw new TypeError(
            `${what} is neither a schema of a library nor JSON Schema, but ${kindOf(schema)}`,
        );
    }
    const foreign = schema as Foreign;
    const standard = foreign["~standard"];
    if (typeof schema === "function" && standard === undefined) {
        throw new TypeError(
            `${what} is a ${/^class\b/.test(String(schema)) ? "class" : "function"}, which says nothing of its ` +
                `fields: write a schema of zod ` +
                "or another library, or JSON Schema",
        );
    }
    if (standard === undefined && typeof foreign.safeParse !== "function") {
        const json = withoutMarks(schema);
        // Made when it is used first: a program may have a hundred tools and call one.
        let native: NativeSchema | undefined;
        return { json, check: (value) => held((native ??= nativeSchema(json, what)), value) };
    }
    const json = withoutMarks(given ?? jsonSchemaOf(foreign, what));
    return {
        json,
        check:
            standard === undefined ? (value) => parsed(foreign, value) : (value) => checked(standard, value),
    };
}

function nativeSchema(json: object, what: string): NativeSchema {
    return translateErrors(() => new native.Schema(write(json), what));
}

function held(schema: NativeSchema, value: unknown): Verdict {
    const reasons = translateErrors(() => schema.violations(write(value)));
    return reasons.length === 0 ? { ok: true, value } : { ok: false, reasons };
}

function checked(standard: StandardSchema["~standard"], value: unknown): Verdict | Promise<Verdict> {
    const result = standard.validate(value);
    return result instanceof Promise ? result.then(verdictOf) : verdictOf(result);
}

function verdictOf(result: StandardResult<unknown>): Verdict {
    if (result.issues === undefined) return { ok: true, value: result.value };
    return { ok: false, reasons: wordsOf(result.issues) };
}

/** zod before it had the interface. */
function parsed(schema: Foreign, value: unknown): Verdict {
    const result = schema.safeParse?.(value);
    if (result?.success === true) return { ok: true, value: result.data };
    return { ok: false, reasons: wordsOf(result?.error?.issues ?? []) };
}

/** The most reasons that are given for one value. */
const MOST = 8;

function wordsOf(issues: readonly StandardIssue[]): string[] {
    const lines = issues.slice(0, MOST).map(({ message, path = [] }) => {
        const place = path.map((step) => `/${String(typeof step === "object" ? step.key : step)}`).join("");
        return `${place === "" ? "the value" : place}: ${message}`;
    });
    return lines.length === 0 ? ["the value does not fit"] : lines;
}

/** The JSON Schema that a library makes of its own schema. */
function jsonSchemaOf(schema: Foreign, what: string): object {
    const converter = (schema["~standard"] as { jsonSchema?: { input?: unknown } } | undefined)?.jsonSchema;
    const options = { target: "draft-2020-12" };
    try {
        // The interface that Standard Schema has for it.
        if (typeof converter?.input === "function")
            return (converter.input as (o: object) => object)(options);
        if (typeof schema.toJSONSchema === "function")
            return schema.toJSONSchema({ io: "input", ...options });
        if (typeof schema.toJsonSchema === "function") return schema.toJsonSchema();
        const convert = converterOf(schema);
        if (convert !== undefined) return convert(schema);
    } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        throw new TypeError(`${what} cannot be written as JSON Schema: ${why}`, { cause: error });
    }
    const vendor = schema["~standard"]?.vendor ?? "its library";
    throw new TypeError(
        `${what} cannot be written as JSON Schema: ${vendor} has no converter of its own, and none was found; ` +
            "install the library's converter, or give the JSON Schema beside it as `jsonSchema`",
    );
}

/** Converters that are packages of their own, by the library whose schemas they read. */
function converterOf(schema: Foreign): ((schema: unknown) => object) | undefined {
    const vendor = schema["~standard"]?.vendor ?? (schema._def === undefined ? "" : "zod");
    const [name, method, ...options] =
        vendor === "zod"
            ? schema._zod === undefined
                ? ["zod-to-json-schema", "zodToJsonSchema"]
                : ["zod", "toJSONSchema", { io: "input" }]
            : vendor === "valibot"
              ? ["@valibot/to-json-schema", "toJsonSchema"]
              : [];
    if (name === undefined || method === undefined) return undefined;
    const found = find(name)?.[method];
    if (typeof found !== "function") return undefined;
    return (one) => (found as (schema: unknown, ...options: unknown[]) => object)(one, ...options);
}

/** A package of the user's, looked up from this one, from the program, and from the working folder. */
function find(name: string): Record<string, unknown> | undefined {
    const places = [__filename, process.argv[1], join(process.cwd(), "package.json")];
    for (const place of places) {
        if (place === undefined) continue;
        try {
            return createRequire(place)(name) as Record<string, unknown>;
        } catch {
            // Not to be found from there.
        }
    }
    return undefined;
}

/** A copy without the mark of the dialect, which the service does not take. */
function withoutMarks(json: object): Record<string, unknown> {
    const rest = { ...(json as Record<string, unknown>) };
    delete rest.$schema;
    return rest;
}
