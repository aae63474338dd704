// The base of the resources, from which programs may derive one of their own.

import type { Client as OwnClient } from "parlour";
import type { CallOptions } from "./options.js";
import type { APIPromise } from "./promises.js";

/** Options of a request of one's own. */
export interface AskOptions extends Omit<CallOptions, "body"> {
    /** A value for JSON, or JSON as text or bytes. */
    body?: unknown;
    /** Whether the answer is a stream; of messages alone. */
    stream?: boolean | undefined;
}

/** The members of a client that a resource needs. */
export interface Asker {
    /** Address of the service. */
    readonly baseURL: string;
    /** A request with GET. */
    get<Answer = unknown>(path: string, options?: AskOptions): APIPromise<Answer>;
    /** A request with POST. */
    post<Answer = unknown>(path: string, options?: AskOptions): APIPromise<Answer>;
    /** A request with PUT. */
    put<Answer = unknown>(path: string, options?: AskOptions): APIPromise<Answer>;
    /** A request with PATCH. */
    patch<Answer = unknown>(path: string, options?: AskOptions): APIPromise<Answer>;
    /** A request with DELETE. */
    delete<Answer = unknown>(path: string, options?: AskOptions): APIPromise<Answer>;
}

/** The base of resources: a program's own asks by `this._client`. */
export abstract class APIResource {
    /** The client. Does not enumerate. */
    protected readonly _client: Asker;

    /** A resource of this client. */
    constructor(client: Asker) {
        this._client = client;
        Object.defineProperty(this, "_client", { enumerable: false });
    }
}

/** A resource of this package. */
export abstract class Resource extends APIResource {
    /** @internal */
    protected readonly client: OwnClient;

    /** @internal */
    constructor(client: OwnClient, outer: Asker) {
        super(outer);
        this.client = client;
        Object.defineProperty(this, "client", { enumerable: false });
    }

    /** @internal */
    protected url(path: string): () => string {
        return () => `${this.client.baseURL}${path}`;
    }
}
