// Memory over a directory that cannot be left, for Linux.
//
// The paths come from a model, which may have read them anywhere. Two things keep them inside:
//
// * A path is taken apart into names before the system sees it. `..`, `.`, hidden names, back-slashes, control
//   characters and percent-encoded forms of them are refused; paths outside `/memories` are refused.
// * Each name is opened relative to the handle of the directory before it, and links are never followed. Swapping a
//   directory for a link meanwhile, or moving the directory itself, changes nothing: there is no moment between a check
//   and its use. Files with a second name (hard links) are refused, because that name may be outside.
//
// Node has no functions that take the handle of a directory. Linux has the directories that a process holds open as
// `/proc/self/fd/NUMBER`, which name the open directory itself, wherever it was moved to.

import { constants, existsSync } from "node:fs";
import { link, lstat, mkdir, open, readdir, rename, rmdir, unlink } from "node:fs/promises";
import { ToolError } from "parlour";

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/** Bytes of a name. Systems take 255; the rest is for the names of files that are being written. */
const LONGEST_NAME = 200;
/** Directories within each other. */
const DEEPEST = 8;
/** Bytes of a file. */
const LARGEST = 1 << 20;
/** Entries of a listing. */
const MOST_ENTRIES = 1000;

/** @typedef {import("node:fs/promises").FileHandle} FileHandle */

/** The handler that `memoryTool` runs its commands with. */
export class MemoryDirectory {
    /** @type {FileHandle} */
    #root;

    /** @param {FileHandle} root */
    constructor(root) {
        this.#root = root;
    }

    /**
     * The directory has to be there.
     *
     * @param {string} path
     * @returns {Promise<MemoryDirectory>}
     */
    static async open(path) {
        if (!existsSync("/proc/self/fd"))
            throw new Error("this example needs /proc/self/fd, which Linux has");
        return new MemoryDirectory(await open(path, O_RDONLY | O_DIRECTORY));
    }

    /** Lets the directory go. @returns {Promise<void>} */
    async close() {
        await this.#root.close();
    }

    /** @param {import("parlour").ViewCommand} command @returns {Promise<string>} */
    async view(command) {
        const { path } = command;
        const names = namesOf(path);
        try {
            return await this.#within(names, false, async (directory) =>
                command.showDirectory(await listed(directory)),
            );
        } catch (error) {
            // Not a directory, or a link: reading distinguishes them.
            if (codeOf(error) !== "ENOTDIR" && codeOf(error) !== "ELOOP") throw told(error, path);
        }
        return command.showFile(await this.#read(path));
    }

    /** @param {import("parlour").CreateCommand} command @returns {Promise<void>} */
    async create(command) {
        await this.#write(command.path, command.file_text, false, () => command.exists());
    }

    /** @param {import("parlour").StrReplaceCommand} command @returns {Promise<string>} */
    str_replace(command) {
        return this.#edit(command);
    }

    /** @param {import("parlour").InsertCommand} command @returns {Promise<string>} */
    insert(command) {
        return this.#edit(command);
    }

    /** Of a link it removes the link. @param {import("parlour").DeleteCommand} command @returns {Promise<void>} */
    async delete(command) {
        const { path } = command;
        const [parents, name] = parentsAndName(path);
        await telling(path, () =>
            this.#within(parents, false, (directory) => remove(`${directory}/${name}`)),
        );
    }

    /** @param {import("parlour").RenameCommand} command @returns {Promise<void>} */
    async rename(command) {
        const [oldParents, oldName] = parentsAndName(command.old_path);
        const [newParents, newName] = parentsAndName(command.new_path);
        await telling(command.old_path, () =>
            this.#within(oldParents, false, async (from) => {
                // The old path is looked for first: nothing is made for a move that cannot be.
                await lstat(`${from}/${oldName}`);
                await this.#within(newParents, true, async (to) => {
                    if (await isThere(`${to}/${newName}`)) throw command.exists();
                    await rename(`${from}/${oldName}`, `${to}/${newName}`);
                });
            }),
        );
    }

    /** @param {import("parlour").StrReplaceCommand | import("parlour").InsertCommand} command */
    async #edit(command) {
        const { text, reply } = command.apply(await this.#read(command.path));
        await this.#write(command.path, text, true);
        return reply;
    }

    /**
     * Works in a directory, which is opened name by name from the root. The work gets a path that names the open
     * directory.
     *
     * @template T
     * @param {readonly string[]} names
     * @param {boolean} make
     * @param {(directory: string) => T | Promise<T>} work
     * @returns {Promise<T>}
     */
    async #within(names, make, work) {
        /** @type {FileHandle[]} */
        const handles = [];
        let at = placeOf(this.#root);
        try {
            for (const name of names) {
                if (make) await mkdir(`${at}/${name}`, 0o700).catch(unlessThere);
                const handle = await openDirectory(`${at}/${name}`);
                handles.push(handle);
                at = placeOf(handle);
            }
            return await work(at);
        } finally {
            for (const handle of handles) await handle.close();
        }
    }

    /** @param {string} path @returns {Promise<string>} */
    async #read(path) {
        const [parents, name] = parentsAndName(path);
        // O_NONBLOCK: a pipe that nobody writes to must not hold the thread.
        const flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;
        const file = await telling(path, () =>
            this.#within(parents, false, (directory) => open(`${directory}/${name}`, flags)),
        );
        try {
            const status = await file.stat();
            if (!status.isFile()) throw new ToolError(`The path ${path} is not a file.`);
            if (status.nlink > 1) {
                throw new ToolError(`The file ${path} has a second name, and is not opened.`);
            }
            // Measured while it is read: the file may grow.
            const data = Buffer.alloc(LARGEST + 1);
            let size = 0;
            for (let more = -1; more !== 0 && size < data.length; size += more) {
                more = (await file.read(data, size, data.length - size)).bytesRead;
            }
            if (size > LARGEST) throw tooLarge(path);
            return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data.subarray(0, size));
        } catch (error) {
            if (codeOf(error) === "ERR_ENCODING_INVALID_ENCODED_DATA") {
                throw new ToolError(`The file ${path} is no text.`);
            }
            throw error;
        } finally {
            await file.close();
        }
    }

    /**
     * Writes a file beside its place and moves it there, so that it is there whole or not at all.
     *
     * @param {string} path
     * @param {string} text
     * @param {boolean} replace
     * @param {(() => ToolError)} [taken] Makes the error if the file exists and must not be replaced.
     */
    async #write(path, text, replace, taken) {
        const [parents, name] = parentsAndName(path);
        if (Buffer.byteLength(text) > LARGEST) throw tooLarge(path);
        await telling(
            path,
            () =>
                this.#within(parents, !replace, async (directory) => {
                    const beside = `${directory}/.${name}.new`;
                    // Left by a program that was ended.
                    await unlink(beside).catch(unlessGone);
                    const file = await open(beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
                    try {
                        await file.writeFile(text);
                        await file.sync();
                        if (replace) await rename(beside, `${directory}/${name}`);
                        // Fails if the name is taken, which a rename would not.
                        else await link(beside, `${directory}/${name}`);
                    } finally {
                        await file.close();
                        await unlink(beside).catch(unlessGone);
                    }
                }),
            taken,
        );
    }
}

/** The path of an open directory. @param {FileHandle} handle */
const placeOf = (handle) => `/proc/self/fd/${handle.fd}`;

/** @param {string} path */
const openDirectory = (path) => open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);

/** @param {unknown} error @returns {string | undefined} */
function codeOf(error) {
    return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

/** @param {unknown} error */
function unlessThere(error) {
    if (codeOf(error) !== "EEXIST") throw error;
}

/** @param {unknown} error */
function unlessGone(error) {
    if (codeOf(error) !== "ENOENT") throw error;
}

/** Whether a name is taken, if only by a link to nowhere. @param {string} path @returns {Promise<boolean>} */
async function isThere(path) {
    const status = await lstat(path).catch(unlessGone);
    return status !== undefined;
}

/**
 * @template T
 * @param {string} path
 * @param {() => Promise<T>} work
 * @param {() => ToolError} [taken]
 * @returns {Promise<T>}
 */
async function telling(path, work, taken) {
    try {
        return await work();
    } catch (error) {
        throw codeOf(error) === "EEXIST" && taken !== undefined ? taken() : told(error, path);
    }
}

/**
 * System errors as messages for the model. They contain nothing of the path outside.
 *
 * @param {unknown} error
 * @param {string} path
 * @returns {unknown}
 */
function told(error, path) {
    const code = codeOf(error);
    if (code === undefined || error instanceof ToolError) return error;
    switch (code) {
        case "ENOENT":
        case "ENOTDIR":
            return new ToolError(`The path ${path} does not exist. Please provide a valid path.`);
        case "ELOOP":
            return new ToolError(`The path ${path} is a link, and links are not followed.`);
        case "EINVAL":
            return new ToolError(`The path ${path} cannot be moved into itself.`);
        default:
            return new ToolError(`The path ${path} cannot be used: ${code}`);
    }
}

/** @param {string} path */
const tooLarge = (path) => new ToolError(`The file ${path} would have more than ${LARGEST} bytes. Split it.`);

/**
 * The names below `/memories`; a `ToolError` if one of them could lead elsewhere.
 *
 * @param {string} path
 * @returns {string[]}
 */
function namesOf(path) {
    /** @param {string} why */
    const refused = (why) => new ToolError(`The path ${JSON.stringify(path)} is refused: ${why}.`);
    const [before, root, ...rest] = path.split("/");
    if (before !== "" || root !== "memories") throw refused("it has to begin with /memories/");
    const names = rest.filter((name) => name !== "");
    if (names.length > DEEPEST) throw refused("it has too many directories");
    for (const name of names) {
        if (name.startsWith(".")) throw refused("names must not begin with a dot");
        if (/[\\\p{Cc}]/u.test(name)) {
            throw refused("names must not have back-slashes or control characters");
        }
        // No system decodes these; a program that reads the files later might.
        if (name.includes("%")) throw refused("names must not have percent signs");
        if (Buffer.byteLength(name) > LONGEST_NAME) throw refused("a name is too long");
    }
    return names;
}

/** @param {string} path @returns {[parents: string[], name: string]} */
function parentsAndName(path) {
    const names = namesOf(path);
    const name = names.pop();
    if (name === undefined) throw new ToolError("The directory /memories itself stays as it is.");
    return [names, name];
}

/**
 * The entries of a directory and of its subdirectories, without links and devices.
 *
 * @param {string} directory
 * @param {string} [before]
 * @returns {Promise<[string, number][]>}
 */
async function listed(directory, before = "") {
    /** @type {[string, number][]} */
    const found = [];
    for (const name of (await readdir(directory)).slice(0, MOST_ENTRIES)) {
        const status = await lstat(`${directory}/${name}`);
        if (status.isFile()) found.push([before + name, status.size]);
        if (!status.isDirectory()) continue;
        found.push([`${before}${name}/`, 0]);
        if (before !== "") continue;
        const inner = await openDirectory(`${directory}/${name}`);
        try {
            found.push(...(await listed(placeOf(inner), `${name}/`)));
        } finally {
            await inner.close();
        }
    }
    return found;
}

/**
 * Removes a file or a link, or a directory with all it holds; what links lead to stays.
 *
 * @param {string} path
 * @returns {Promise<void>}
 */
async function remove(path) {
    /** @type {FileHandle} */
    let inner;
    try {
        inner = await openDirectory(path);
    } catch (error) {
        if (codeOf(error) !== "ENOTDIR" && codeOf(error) !== "ELOOP") throw error;
        await unlink(path);
        return;
    }
    try {
        for (const name of await readdir(placeOf(inner))) await remove(`${placeOf(inner)}/${name}`);
    } finally {
        await inner.close();
    }
    await rmdir(path);
}
