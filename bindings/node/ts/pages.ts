// Pages of lists, asked for one by one. Which page follows, and when a list leads in a circle, is the core's.

import { objectOf } from "./answer.js";
import type { APIPromise } from "./api_promise.js";
import { type Core, RAW } from "./core.js";
import { misuse, translateErrors } from "./errors.js";
import { needObject } from "./arguments.js";
import { native } from "./native.js";
import type { RequestOptions } from "./options.js";
import { callOptions } from "./settings.js";
import { answerFrom, failed, unaryCall } from "./unary_call.js";

/** Options that are not for the native half. */
const OURS: ReadonlySet<string> = new Set(["signal"]);

/** Query parameters of a list; an array is sent as `name[]`, several times. */
export type ListParams = Readonly<
    Record<string, string | number | boolean | readonly string[] | null | undefined>
>;

/** A page being asked for: await it for the page, or loop over it for the items of all pages from there on. */
export type PagePromise<T> = APIPromise<Page<T>> & AsyncIterable<T>;

type NativePages = InstanceType<typeof native.NativePages>;

function flat(params: ListParams): string[] {
    const pairs: string[] = [];
    for (const [name, value] of Object.entries(params)) {
        if (value === undefined || value === null) continue;
        if (typeof value !== "object") pairs.push(name, String(value));
        else for (const one of value) pairs.push(name.endsWith("[]") ? name : `${name}[]`, one);
    }
    return pairs;
}

function withItems<T>(promise: APIPromise<Page<T>>): PagePromise<T> {
    const value = async function* (): AsyncGenerator<T, void, undefined> {
        yield* await promise;
    };
    return Object.defineProperty(promise, Symbol.asyncIterator, { value }) as PagePromise<T>;
}

/** Asks for the first page of a list. */
export function list<T>(
    core: Core,
    name: string,
    ids: string[],
    params: ListParams | undefined,
    options: RequestOptions | undefined,
): PagePromise<T> {
    try {
        if (params !== undefined && (params as unknown) !== null)
            needObject("the parameters of a list", params, "{ limit: 20 }");
        const query = flat(params ?? {});
        const pages = translateErrors(() => new native.NativePages(name, ids, query));
        return ask(core, pages, options);
    } catch (error) {
        return withItems(failed<Page<T>>(error));
    }
}

function ask<T>(core: Core, pages: NativePages, options: RequestOptions | undefined): PagePromise<T> {
    const call = translateErrors(() => pages.next());
    if (call === null) throw misuse("this is the last page: ask `hasNextPage()` before");
    const request = {
        mode: RAW,
        body: call,
        options: options === undefined ? null : callOptions(options, OURS),
        signal: options?.signal ?? undefined,
        method: null,
        path: null,
        strings: null,
    };
    const page = unaryCall<Page<T>>(core, request, (body, info) => {
        const answer = answerFrom(body, info, "a page", (text) => objectOf<PageAnswer<T>>(text, info));
        const after = translateErrors(() => pages.after(body.toString()));
        return new Page<T>(answer, after.hasNext, () => ask<T>(core, after, options));
    });
    return withItems(page);
}

/** A page as the service sends it. */
export interface PageAnswer<T> {
    /** The items. */
    data: T[];
    /** Whether there is more, in lists that are walked by ids. */
    has_more?: boolean | null;
    /** The id of the first item, in lists that are walked by ids. */
    first_id?: string | null;
    /** The id of the last item, in lists that are walked by ids. */
    last_id?: string | null;
    /** The cursor of the next page, in lists that are walked by cursors. */
    next_page?: string | null;
}

/**
 * One page of a list. A loop over it gives its items and those of the following pages, which are requested as they are
 * needed.
 */
export class Page<T> implements AsyncIterable<T> {
    /** The items of this page. */
    readonly data: T[];
    /** The page as the service sent it. */
    readonly answer: PageAnswer<T>;
    readonly #hasNext: boolean;
    readonly #next: () => PagePromise<T>;

    /** @internal */
    constructor(answer: PageAnswer<T>, hasNext: boolean, next: () => PagePromise<T>) {
        this.data = answer.data;
        this.answer = answer;
        this.#hasNext = hasNext;
        this.#next = next;
    }

    /** Whether there is another page to ask for. It may turn out to be empty. */
    hasNextPage(): boolean {
        return this.#hasNext;
    }

    /**
     * Asks for the next page, with the options of this one. Rejects after the last page, and with an
     * `APIResponseValidationError` for a page that leads back to one that was read.
     */
    getNextPage(): PagePromise<T> {
        try {
            return this.#next();
        } catch (error) {
            return withItems(failed<Page<T>>(error));
        }
    }

    /** This page and the following ones. */
    iterPages(): AsyncGenerator<Page<T>, void, undefined> {
        return pagesFrom(this);
    }

    /** The items of this page and of the following ones. */
    async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
        for await (const page of this.iterPages()) yield* page.data;
    }
}

async function* pagesFrom<T>(first: Page<T>): AsyncGenerator<Page<T>, void, undefined> {
    let page = first;
    for (;;) {
        yield page;
        if (!page.hasNextPage()) return;
        page = await page.getNextPage();
    }
}
