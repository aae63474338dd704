// The certificates of NODE_EXTRA_CA_CERTS, which node trusts in addition to the system's roots for all TLS of its
// process.

import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";

const CERTIFICATE = /-----BEGIN (?:X509 )?CERTIFICATE-----([\s\S]+?)-----END (?:X509 )?CERTIFICATE-----/g;

/** The certificates that were read, and their path: one file for all clients of the thread. */
let known: { path: string; pem: string | undefined } | undefined;

/** The file's certificates as PEM, undefined if there are none. An unreadable file causes a warning, as in node. */
export function extraCertificates(): string | undefined {
    const path = process.env.NODE_EXTRA_CA_CERTS;
    if (path === undefined || path === "") return undefined;
    if (known?.path !== path) known = { path, pem: read(path) };
    return known.pem;
}

function read(path: string): string | undefined {
    try {
        const found = [...readFileSync(path, "latin1").matchAll(CERTIFICATE)].map(([, body = ""]) => {
            const pem = `-----BEGIN CERTIFICATE-----${body}-----END CERTIFICATE-----\n`;
            // Throws if it is no certificate.
            return new X509Certificate(pem).toString();
        });
        if (found.length > 0) return found.join("");
        throw new Error("it holds no certificate");
    } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        process.emitWarning(`parlour ignores the certificates of NODE_EXTRA_CA_CERTS (${path}): ${why}`);
        return undefined;
    }
}
