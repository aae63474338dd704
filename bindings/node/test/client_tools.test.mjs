// Tools that the service defines and a program runs: the arguments of their functions, and the replies to the model.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
    bashTool,
    browserTool,
    computerTool,
    ConfigError,
    memoryTool,
    textEditorTool,
    ToolError,
    ViewCommand,
} from "parlour";
import { answer, ask, bodyOf, DONE, service } from "./support.mjs";

/** Runs these calls, `[name, input]`, as one turn; the definitions and the results that were sent. */
async function told(t, tools, calls, toolset) {
    const emulator = await service(t);
    const blocks = calls.map(([name, input], at) => ({
        type: "tool_use",
        id: `t${at}`,
        name,
        input,
        ...(toolset && { toolset_name: toolset }),
    }));
    emulator.push(answer(blocks, "tool_use"), DONE);
    await emulator.client().messages.runTools({ ...ask(), tools, context: "the context" });
    const body = bodyOf(emulator, emulator.requests.length - 1);
    const results = body.messages
        .at(-1)
        .content.map(({ content = "", is_error = false }) => [content, is_error]);
    return { definitions: body.tools, results };
}

class Notes {
    files = new Map();
    contexts = [];

    view(command, { context }) {
        this.contexts.push(context);
        if (!this.files.has(command.path)) throw command.notFound();
        return command.showFile(this.files.get(command.path));
    }

    async create(command) {
        await new Promise((resolve) => setImmediate(resolve));
        if (this.files.has(command.path)) throw command.exists();
        this.files.set(command.path, command.file_text);
    }

    str_replace(command) {
        const { text, reply } = command.apply(this.files.get(command.path));
        this.files.set(command.path, text);
        return reply;
    }
}

test("memory commands arrive typed, one after another, and are answered", async (t) => {
    const notes = new Notes();
    const tool = memoryTool(notes, { cache_control: { type: "ephemeral" } });
    const { definitions, results } = await told(
        t,
        [tool],
        [
            ["memory", { command: "create", path: "/memories/a", file_text: "one\ntwo\n" }],
            ["memory", { command: "view", path: "/memories/a", view_range: [2, -1] }],
            ["memory", { command: "create", path: "/memories/a", file_text: "" }],
            ["memory", { command: "str_replace", path: "/memories/a", old_str: "two", new_str: "2" }],
            ["memory", { command: "view", path: "/memories/b" }],
            ["memory", { command: "view" }],
            ["memory", { command: "delete", path: "/memories/a" }],
            ["memory", { command: "link" }],
        ],
    );
    assert.deepEqual(definitions, [
        { type: "memory_20250818", name: "memory", cache_control: { type: "ephemeral" } },
    ]);
    assert.deepEqual(results, [
        ["File created successfully at: /memories/a", false],
        ["Here's the content of /memories/a with line numbers:\n     2\ttwo", false],
        ["Error: File /memories/a already exists", true],
        ["The file /memories/a has been edited. The lines around the change:\n     1\tone\n     2\t2", false],
        ["The path /memories/b does not exist. Please provide a valid path.", true],
        ["Invalid arguments for memory:\n- path: missing", true],
        ["The command delete is not supported here.", true],
        ["This command is not supported here.", true],
    ]);
    assert.equal(notes.files.get("/memories/a"), "one\n2\n");
    assert.deepEqual(notes.contexts, ["the context", "the context"]);
});

test("shell and editor", async (t) => {
    const shell = bashTool({ run: ({ command }) => `ran ${command}`, restart: () => {} });
    const editor = textEditorTool(
        {
            insert: (command) => command.apply("").text,
            view: (command) => command.showDirectory([["b/", 0], ["b/c", 3], [".d", 9]]), // prettier-ignore
            other: (input) => `what is ${input.command}?`,
        },
        { max_characters: 100 },
    );
    const name = "str_replace_based_edit_tool";
    const { definitions, results } = await told(
        t,
        [shell, editor],
        [
            ["bash", { command: "ls" }],
            ["bash", { restart: true }],
            ["bash", {}],
            [name, { command: "insert", path: "/a", insert_line: 0, insert_text: "x" }],
            [name, { command: "view", path: "/a" }],
            [name, { command: "link" }],
        ],
    );
    assert.equal(definitions[1].max_characters, 100);
    assert.deepEqual(results.slice(0, 4), [
        ["ran ls", false],
        ["The shell was restarted.", false],
        ["Invalid arguments for bash:\n- command: missing", true],
        ["x\n", false],
    ]);
    assert.match(results[4][0], /:\n12B\t\/a\n0B\t\/a\/b\/\n3B\t\/a\/b\/c$/);
    assert.deepEqual(results[5], ["what is link?", false]);
});

test("a computer offers what is written, and a failure ends the actions", async (t) => {
    const clicks = [];
    const screen = computerTool({
        screenshot: () => ({ image: Buffer.from("hello") }),
        left_click: (command) => void clicks.push(command),
        cursor_position: () => [3, 4],
        type: () => {
            throw new ToolError("No window has the focus.");
        },
    });
    const { definitions, results } = await told(
        t,
        [screen],
        [
            ["screenshot", {}],
            ["left_click", { coordinate: [1, 2], text: "ctrl", colour: "red" }],
            ["cursor_position", {}],
            ["type", { text: "hello" }],
            ["screenshot", {}],
        ],
        "computer",
    );
    assert.equal(definitions[0].type, "computer_toolset_20260801");
    assert.equal(Object.keys(definitions[0].configs).length, 13);
    assert.deepEqual(definitions[0].configs.zoom, { enabled: false });
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "aGVsbG8=" } };
    assert.deepEqual(results.slice(0, 4), [
        [[image], false],
        ["Clicked.", false],
        ["X=3,Y=4", false],
        ["No window has the focus.", true],
    ]);
    assert.ok(results[4][1]);
    assert.deepEqual(clicks, [{ action: "left_click", coordinate: [1, 2], text: "ctrl" }]);
    const wrong = await told(t, [screen], [["left_click", { coordinate: [1] }]], "computer");
    assert.match(wrong.results[0][0], /coordinate: \[1\] is not \[x, y\]/);
    assert.throws(() => computerTool({}), ConfigError);
});

test("a browser offers what is written, and its commands arrive checked", async (t) => {
    const commands = [];
    const kept = (reply) => (command) => (commands.push(command), reply);
    const tab = { tab_id: "t1", title: "A", url: "https://a.example", active: true };
    const pages = browserTool({
        navigate: kept([{ type: "browser_state", tabs: [tab] }]),
        left_click_drag: kept(),
        javascript_exec: kept("2"),
        left_click: () => {
            throw new ToolError("There is no such element.");
        },
    });
    const point = { type: "coordinate", x: 1, y: 2.0, z: 3 };
    const { definitions, results } = await told(
        t,
        [pages],
        [
            ["navigate", { url: "https://a.example", tab_id: null }],
            ["left_click_drag", { from: point, target: { type: "coordinate", x: 9, y: 9 } }],
            ["javascript_exec", { text: "1 + 1" }],
            ["left_click", { target: { type: "ref", ref: "e7" } }],
            ["navigate", { url: "https://b.example" }],
        ],
        "browser",
    );
    const { type, configs } = definitions[0];
    assert.equal(type, "browser_toolset_20260801");
    assert.deepEqual([configs.javascript_exec, configs.hover], [{ enabled: true }, { enabled: false }]);
    assert.ok(!("navigate" in configs) && !("read_network" in configs));
    assert.deepEqual(results.slice(0, 4), [
        [[{ type: "browser_state", tabs: [tab] }], false],
        ["Dragged.", false],
        ["2", false],
        ["There is no such element.", true],
    ]);
    assert.ok(results[4][1]);
    assert.deepEqual(commands, [
        { action: "navigate", url: "https://a.example" },
        {
            action: "left_click_drag",
            from: { type: "coordinate", x: 1, y: 2 },
            target: { type: "coordinate", x: 9, y: 9 },
        },
        { action: "javascript_exec", text: "1 + 1" },
    ]);
    const wrong = await told(t, [pages], [["left_click", { target: [1, 2] }]], "browser");
    assert.match(wrong.results[0][0], /^Invalid arguments for browser:\n- target: \[1,2\] is not /);
    assert.throws(() => browserTool({}), ConfigError);
});

test("commands are objects of their classes", async (t) => {
    let given;
    const tool = memoryTool({ view: (command) => void (given = command) });
    await told(t, [tool], [["memory", { command: "view", path: "/memories" }]]);
    assert.ok(given instanceof ViewCommand);
    assert.deepEqual({ ...given }, { command: "view", path: "/memories" });
    assert.throws(
        () => new ViewCommand('{"command":"view","path":"/a","view_range":[5,-1]}', {}).showFile("x"),
        ToolError,
    );
});
