// One call to the system fails at a time, as in libcurl's torture tests. The call that wanted it is an error of the
// library that names the exhausted resource, nothing is printed, and the next call succeeds.

import { test } from "node:test";
import { service } from "./support.mjs";
import { survives } from "./torture.mjs";

const CASES = {
    create: ["pthread_create", "socket", "epoll_create1", "epoll_ctl", "eventfd", "send"],
    stream: ["socket", "epoll_ctl", "eventfd", "send"],
    file: ["pthread_create"],
    large: ["allocate"],
};

for (const [scenario, calls] of Object.entries(CASES))
    for (const call of calls)
        test(`${scenario} survives each ${call} that fails`, async (t) => {
            await survives(t, await service(t), scenario, call);
        });
