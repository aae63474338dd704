/* SHA-256 and its HMAC (FIPS 180-4, RFC 2104), so that the examples in C and C++ sign without a further library. A
 * program has one: use that. */
#ifndef SHA256_H
#define SHA256_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { SHA256_BYTES = 32, SHA256_BLOCK = 64 };

struct sha256 {
    uint32_t state[8];
    uint64_t bytes;
    unsigned char block[SHA256_BLOCK];
};

static inline uint32_t sha256_turn(uint32_t word, unsigned by) { return word >> by | word << (32 - by); }

static inline void sha256_mix(struct sha256 *hash) {
    static const uint32_t round[64] = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
        0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
        0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
        0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
        0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};
    uint32_t word[64], now[8];
    int at;
    for (at = 0; at < 16; ++at) {
        const unsigned char *from = hash->block + 4 * at;
        word[at] = (uint32_t)from[0] << 24 | (uint32_t)from[1] << 16 | (uint32_t)from[2] << 8 | from[3];
    }
    for (at = 16; at < 64; ++at) {
        uint32_t early = word[at - 15], late = word[at - 2];
        word[at] = word[at - 16] + word[at - 7] + (sha256_turn(early, 7) ^ sha256_turn(early, 18) ^ early >> 3) +
                   (sha256_turn(late, 17) ^ sha256_turn(late, 19) ^ late >> 10);
    }
    memcpy(now, hash->state, sizeof now);
    for (at = 0; at < 64; ++at) {
        uint32_t one = now[7] + (sha256_turn(now[4], 6) ^ sha256_turn(now[4], 11) ^ sha256_turn(now[4], 25)) +
                       ((now[4] & now[5]) ^ (~now[4] & now[6])) + round[at] + word[at];
        uint32_t other = (sha256_turn(now[0], 2) ^ sha256_turn(now[0], 13) ^ sha256_turn(now[0], 22)) +
                         ((now[0] & now[1]) ^ (now[0] & now[2]) ^ (now[1] & now[2]));
        memmove(now + 1, now, 7 * sizeof *now);
        now[4] += one;
        now[0] = one + other;
    }
    for (at = 0; at < 8; ++at) {
        hash->state[at] += now[at];
    }
}

static inline void sha256_begin(struct sha256 *hash) {
    static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memcpy(hash->state, start, sizeof start);
    hash->bytes = 0;
}

static inline void sha256_add(struct sha256 *hash, const void *data, size_t size) {
    const unsigned char *from = (const unsigned char *)data;
    for (; size > 0; --size) {
        hash->block[hash->bytes++ % SHA256_BLOCK] = *from++;
        if (hash->bytes % SHA256_BLOCK == 0) {
            sha256_mix(hash);
        }
    }
}

static inline void sha256_end(struct sha256 *hash, unsigned char digest[SHA256_BYTES]) {
    uint64_t bits = hash->bytes * 8;
    unsigned char byte = 0x80;
    int at;
    do {
        sha256_add(hash, &byte, 1);
        byte = 0;
    } while (hash->bytes % SHA256_BLOCK != SHA256_BLOCK - 8);
    for (at = 7; at >= 0; --at) {
        byte = (unsigned char)(bits >> 8 * at);
        sha256_add(hash, &byte, 1);
    }
    for (at = 0; at < SHA256_BYTES; ++at) {
        digest[at] = (unsigned char)(hash->state[at / 4] >> (24 - 8 * (at % 4)));
    }
}

/* The HMAC of a text. Keys longer than a block do not occur here, and are cut. */
static inline void hmac_sha256(const void *key, size_t key_size, const void *text, size_t text_size,
                               unsigned char mac[SHA256_BYTES]) {
    unsigned char pad[SHA256_BLOCK] = {0};
    struct sha256 hash;
    int at;
    memcpy(pad, key, key_size < sizeof pad ? key_size : sizeof pad);
    for (at = 0; at < SHA256_BLOCK; ++at) {
        pad[at] ^= 0x36;
    }
    sha256_begin(&hash);
    sha256_add(&hash, pad, sizeof pad);
    sha256_add(&hash, text, text_size);
    sha256_end(&hash, mac);
    for (at = 0; at < SHA256_BLOCK; ++at) {
        pad[at] ^= 0x36 ^ 0x5c;
    }
    sha256_begin(&hash);
    sha256_add(&hash, pad, sizeof pad);
    sha256_add(&hash, mac, SHA256_BYTES);
    sha256_end(&hash, mac);
}

/* A digest in base 16, with a NUL. */
static inline void hex(const unsigned char digest[SHA256_BYTES], char text[2 * SHA256_BYTES + 1]) {
    int at;
    for (at = 0; at < SHA256_BYTES; ++at) {
        text[2 * at] = "0123456789abcdef"[digest[at] >> 4];
        text[2 * at + 1] = "0123456789abcdef"[digest[at] & 15];
    }
    text[2 * SHA256_BYTES] = '\0';
}

/* The digest of a text in base 16. */
static inline void sha256_hex(const void *text, size_t size, char digest[2 * SHA256_BYTES + 1]) {
    unsigned char bytes[SHA256_BYTES];
    struct sha256 hash;
    sha256_begin(&hash);
    sha256_add(&hash, text, size);
    sha256_end(&hash, bytes);
    hex(bytes, digest);
}

#endif
