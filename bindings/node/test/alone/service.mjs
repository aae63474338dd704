// The emulator in a process of its own, for tests that measure this one; it ends with its parent.

import { Emulator } from "parlour/testing";

const { url, apiKey } = await Emulator.start({ keepRequests: 1 });
process.send({ url, apiKey });
process.once("disconnect", () => process.exit());
