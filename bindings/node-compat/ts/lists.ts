// Lists with the pages of the official SDK.

import type { PagePromise as OwnPages } from "parlour";
import { changeViews, Page as OwnPage } from "parlour/hooks";
import { APIPromise, changed, viewsOf } from "./promises.js";
import { ELSEWHERE, LISTS, METHODS, refusal } from "./refusals.js";

/** A page of a list with the fields of the service. */
export type Page<T> = Omit<OwnPage<T>, "getNextPage"> & {
    /** Whether there is more. */
    readonly has_more: boolean;
    /** The id of the first item, in lists that are walked by ids. */
    readonly first_id: string | null;
    /** The id of the last item, in lists that are walked by ids. */
    readonly last_id: string | null;
    /** The cursor of the next page, in lists that are walked by cursors. */
    readonly next_page: string | null;
    /** The items of this page. */
    getPaginatedItems(): T[];
    /** Asks for the next page. Rejects after the last one. */
    getNextPage(): PagePromise<T>;
};

/** The class of these pages, for `instanceof`. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- `unknown` would be what `instanceof` leaves of an item
export const Page: abstract new () => Page<any> = OwnPage as never;

/** A page of any list. */
export type AbstractPage<T> = Page<T>;

/** The class of the pages of all lists, for `instanceof`. */
export const AbstractPage = Page;

/** A page of a list that is walked by cursors. */
export type PageCursor<T> = Page<T>;

/** The class of these pages, for `instanceof`: those of lists that are walked by ids are none. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
export const PageCursor: abstract new () => PageCursor<any> = only(
    "PageCursor",
    (value) => value instanceof OwnPage && !("first_id" in value.answer),
);

/** A page of a list that this package has not: none is made. */
export type TokenPage<T> = Page<T>;
/** A page of a list that this package has not: none is made. */
export type ReportPageCursor<T> = Page<T>;
/** A page of a list that this package has not: none is made. */
export type BidirectionalPageCursor<T> = Page<T>;

/* eslint-disable @typescript-eslint/no-explicit-any -- as above */
/** Their class: no page is an instance. */
export const TokenPage: abstract new () => TokenPage<any> = only("TokenPage", () => false, ELSEWHERE.rest);
/** Their class: no page is an instance. */
export const ReportPageCursor: abstract new () => ReportPageCursor<any> = only(
    "ReportPageCursor",
    () => false,
    ELSEWHERE.rest,
);
/** Their class: no page is an instance. */
export const BidirectionalPageCursor: abstract new () => BidirectionalPageCursor<any> = only(
    "BidirectionalPageCursor",
    () => false,
    ELSEWHERE.rest,
);
/* eslint-enable @typescript-eslint/no-explicit-any */

/** How a list of pages with a cursor is asked for. */
export interface TokenPageParams {
    /** Maximum number of items per page. */
    limit?: number;
    /** The cursor of the page. */
    page?: string | null;
}
/** How a report is asked for. */
export type ReportPageCursorParams = TokenPageParams;
/** How a list with cursors to both sides is asked for. */
export type BidirectionalPageCursorParams = TokenPageParams;
/** A page with a cursor as it comes. */
export interface TokenPageResponse<Item> {
    /** The items. */
    data: Item[];
    /** Whether there is more. */
    has_more: boolean;
    /** The cursor of the next page. */
    next_page: string | null;
}
/** A page of a report as it comes. */
export interface ReportPageCursorResponse<Item> extends TokenPageResponse<Item> {
    /** When the data was counted. */
    data_refreshed_at?: string | null;
}
/** A page with cursors to both sides as it comes. */
export interface BidirectionalPageCursorResponse<Item> {
    /** The items. */
    data: Item[];
    /** The cursor of the next page. */
    next_page: string | null;
    /** The cursor of the page before. */
    prev_page: string | null;
}

/**
 * A page that is requested: await it, or loop over the items of all pages. The type parameter is a page, as in the SDK,
 * or an item.
 */
export type PagePromise<Of, Item = Of extends { getPaginatedItems(): (infer One)[] } ? One : Of> = APIPromise<
    Page<Item>
> &
    AsyncIterable<Item>;

/** The class of these promises, for `instanceof`. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
export const PagePromise: abstract new () => PagePromise<any> = only(
    "PagePromise",
    (value) => value instanceof APIPromise && Symbol.asyncIterator in value,
);

/** A class that recognises its instances, and makes none. */
function only(name: string, test: (value: unknown) => boolean, advice: string = LISTS): never {
    const made = function () {
        throw refusal(`new ${name}()`, advice);
    };
    function isInstance(this: unknown, value: unknown): boolean {
        // A class that a program derives from it has instances of its own.
        return this === made ? test(value) : Function.prototype[Symbol.hasInstance].call(this, value);
    }
    Object.defineProperty(made, Symbol.hasInstance, { value: isInstance });
    Object.defineProperty(made, "name", { value: name });
    return made as never;
}

function dressed<T>(page: OwnPage<T>, url: () => string): Page<T> {
    const { answer } = page;
    const next = page.getNextPage.bind(page);
    const show = (value: unknown): PropertyDescriptor => ({ value, enumerable: false, configurable: true });
    return Object.defineProperties(page, {
        has_more: show(answer.has_more ?? page.hasNextPage()),
        first_id: show(answer.first_id ?? null),
        last_id: show(answer.last_id ?? null),
        next_page: show(answer.next_page ?? null),
        getPaginatedItems: show(() => page.data),
        getNextPage: show(() => paged(next(), url)),
        nextPageRequestOptions: show(() => {
            throw refusal("nextPageRequestOptions", METHODS.nextPageRequestOptions);
        }),
    }) as unknown as Page<T>;
}

/** A list with the pages of the SDK. */
export function paged<T>(own: OwnPages<T>, url: () => string): PagePromise<T> {
    const promise = changed(respondPage(own, url), (page) => dressed(page, url));
    const value = async function* (): AsyncGenerator<T, void, undefined> {
        yield* await promise;
    };
    return Object.defineProperty(promise, Symbol.asyncIterator, { value }) as PagePromise<T>;
}

function respondPage<T>(own: OwnPages<T>, url: () => string): APIPromise<OwnPage<T>> {
    return changeViews(own, (views) => viewsOf(views, url, (page) => JSON.stringify(page.answer))) as never;
}
