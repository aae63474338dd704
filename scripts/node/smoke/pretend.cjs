// Loaded before a program, it makes the process look like one of another platform: PRETEND is platform-arch, with -musl
// for a Linux without the GNU C library.
"use strict";

const [platform, arch, libc] = process.env.PRETEND.split("-");
Object.defineProperty(process, "platform", { value: platform });
Object.defineProperty(process, "arch", { value: arch });
if (libc === "musl") {
    const real = process.report.getReport.bind(process.report);
    process.report.getReport = () => {
        const report = real();
        delete report.header.glibcVersionRuntime;
        return report;
    };
}
