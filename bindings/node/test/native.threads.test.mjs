// The native half where the loop is not node's own (Bun, Deno): threads of the runtime drive the calls and wake the
// loop. Everything is as it is under node.

process.env.PARLOUR_TEST_PORT = "threads";
await import("./native.smoke.test.mjs");
