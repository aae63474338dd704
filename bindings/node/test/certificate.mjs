// Certificates for the tests, written as DER by hand: node makes keys and signatures, but no certificates.

import { createSign, generateKeyPairSync } from "node:crypto";

/** One value of DER. */
function der(tag, ...parts) {
    const body = Buffer.concat(parts);
    const { length } = body;
    const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
    return Buffer.concat([Buffer.from([tag, ...head]), body]);
}
const sequence = (...parts) => der(0x30, ...parts);
const oid = (...bytes) => der(6, Buffer.from(bytes));
const utc = (years) => {
    const year = String(new Date().getUTCFullYear() + years).slice(2);
    return der(0x17, Buffer.from(`${year}0101000000Z`));
};

/** A certificate for these names and IPv4 addresses that is self-signed, with its key; both PEM. */
export function selfSigned({ names = [], addresses = [] }) {
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const algorithm = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2));
    const name = sequence(der(0x31, sequence(oid(0x55, 4, 3), der(12, Buffer.from("parlour test")))));
    const subjects = sequence(
        ...names.map((one) => der(0x82, Buffer.from(one))),
        ...addresses.map((one) => der(0x87, Buffer.from(one.split(".").map(Number)))),
    );
    const extensions = der(0xa3, sequence(sequence(oid(0x55, 29, 17), der(4, subjects))));
    const inner = sequence(
        der(0xa0, der(2, Buffer.from([2]))),
        der(2, Buffer.from([7])),
        algorithm,
        name,
        sequence(utc(-1), utc(2)),
        name,
        publicKey.export({ type: "spki", format: "der" }),
        extensions,
    );
    const signature = createSign("sha256").update(inner).sign(privateKey);
    const whole = sequence(inner, algorithm, der(3, Buffer.from([0]), signature));
    const text = whole.toString("base64").replace(/.{64}/g, "$&\n");
    return {
        cert: `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`,
        key: privateKey.export({ type: "pkcs8", format: "pem" }),
    };
}
