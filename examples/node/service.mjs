// Shared by the examples: the service that the environment names, or else an emulator started in this process.
//
// PARLOUR_API_KEY (or PARLOUR_AUTH_TOKEN) with PARLOUR_BASE_URL and PARLOUR_VENDOR, or the variables of a built-in
// preset, choose a service; PARLOUR_MODEL chooses the model.

import process from "node:process";
import { Client, ConfigError } from "parlour";
import { Emulator } from "parlour/testing";

/** Milliseconds between the events of the emulator's streams, so that a reader sees them come. */
const PACE = 20;

/**
 * A service to talk to.
 *
 * @typedef {object} Service
 * @property {Client} client A client of it.
 * @property {string} model The id of a model it has.
 * @property {import("parlour").ClientOptions} settings The settings for another client of it, also in another thread.
 * @property {Emulator | null} emulator The emulator, if this is not a real service.
 * @property {string} said A line for people.
 * @property {() => Promise<void>} close Ends the emulator.
 */

/**
 * Connects.
 *
 * @returns {Promise<Service>}
 */
export async function connect() {
    const wanted = process.env.PARLOUR_MODEL?.trim();
    const client = fromEnvironment();
    if (client === null) {
        const emulator = await Emulator.start({ pace: PACE });
        const model = wanted || "svc-sonnet-4-5";
        return {
            client: emulator.client(),
            model,
            settings: { baseURL: emulator.url, apiKey: emulator.apiKey, vendor: "svc", fromEnv: false },
            emulator,
            said: `the emulator in this process (no key is set) at ${emulator.url}, model ${model}`,
            close: () => emulator.stop(),
        };
    }
    const model = wanted || (await firstModel(client));
    return {
        client,
        model,
        settings: {},
        emulator: null,
        said: `${client.vendor} at ${client.baseURL}, model ${model}`,
        close: async () => {},
    };
}

/** @returns {Client | null} Null if the environment names no service. */
function fromEnvironment() {
    try {
        return new Client();
    } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        // A program with an address or a key wants that service: the error names the missing setting.
        const named = ["API_KEY", "AUTH_TOKEN", "BASE_URL"].some((name) =>
            process.env[`PARLOUR_${name}`]?.trim(),
        );
        if (!named) return null;
        console.error(`error: ${error.message}`);
        process.exit(1);
    }
}

/**
 * The balanced model of the service, or the first that it lists.
 *
 * @param {Client} client
 * @returns {Promise<string>}
 */
async function firstModel(client) {
    const { data } = await (await client.request("GET", "/v1/models")).json();
    /** @type {string[]} */
    const ids = data.map((/** @type {{ id: string }} */ model) => model.id);
    const model = ids.find((id) => id.includes("sonnet")) ?? ids[0];
    if (model === undefined) throw new Error("the service lists no models; set PARLOUR_MODEL");
    return model;
}
