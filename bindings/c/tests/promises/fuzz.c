/* Every function of the headers, called in any order with arguments of every kind: NULL, text that is not UTF-8, text
 * with NUL in it, lengths that no object can have, numbers from the edges, handles of any age. Nothing may crash, hang
 * or leak, and what a function returns must be readable. The calls themselves are written by fuzz_calls.py from the
 * headers.
 *
 * The run is the same for the same seed, but for what other threads do meanwhile.
 *
 *   FUZZ_SECONDS   how long (default: 5)
 *   FUZZ_SEED      where chance begins (default: 1)
 */
#include "check.h"

#include <dirent.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

enum { ROOM = 16, KEPT = 6 };

/* --- Chance */
static uint64_t seed;
static const char *now = "nothing yet";
static int nothing; /* The first round: every handle NULL, every text empty. */
static volatile uint64_t sink;

static uint64_t chance(uint64_t below) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed % below;
}

static int rarely(void) { return nothing || chance(12) == 0; }

/* --- Arguments */
static char url[64];
static const char *const words[] = {
    "",
    "{}",
    "[]",
    "null",
    "true",
    "1",
    "-1",
    "1e999",
    "\"text\"",
    "svc-haiku-3-5",
    "svc",
    "hello",
    "GET",
    "POST",
    "DELETE",
    "\r\n",
    "/v1/models",
    "/v1/messages",
    "//",
    "/\xe2\x82\xac",
    "x-header",
    "x\r\ny: z",
    "content-type",
    "text_delta",
    url,
    "http://127.0.0.1:1",
    "http://[::1",
    "env",
    "none",
    "max_retries",
    "total_timeout_ms",
    "headers",
    "retry",
    "pool",
    "clock",
    "beta",
    "temperature",
    "messages",
    "system",
    "tools",
    "model",
    "stream",
    "tool_choice",
    "thinking",
    "api_key",
    "proxy",
    "{\"role\":\"user\",\"content\":\"hi\"}",
    "{\"role\":\"assistant\",\"content\":[{\"type\":\"new\"}]}",
    "{\"type\":\"object\"}",
    "{\"profile\":\"none\"}",
    "{\"max_retries\":0}",
    "{\"max_retries\":1,\"max_retries\":2}",
    "{\"x\":",
    "{\"model\":\"svc-haiku-3-5\",\"max_tokens\":8,\"messages\":[{\"role\":\"user\",\"content\":\"Count to 9\"}]}",
    "{\"id\":\"m\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m\",\"content\":[{\"type\":\"text\","
    "\"text\":\"t\"},"
    "{\"type\":\"tool_use\",\"id\":\"i\",\"name\":\"n\",\"input\":{}}],\"stop_reason\":\"tool_use\",\"usage\":{\"input_"
    "tokens\":1}}",
    "[\"reset_mid_event\"]",
    "[\"close_mid_stream\",\"overloaded\",\"no\"]",
    "{\"status\":529}",
    "{\"json\":{},\"gzip\":true}",
    "{\"pace_ms\":1}",
    "{\"port\":0}",
    "[[[[[[[[[[[[[[[[",
    "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
};

static parlour_str any_text(void) {
    static char noise[512];
    parlour_str text = {NULL, 0};
    size_t at;
    if (nothing) {
        return text;
    }
    switch (chance(16)) {
        case 0: return text;
        case 1: text.len = (size_t)chance(9); return text;
        case 2: text.data = noise; text.len = SIZE_MAX - (size_t)chance(3); return text;
        case 3: text.data = noise; text.len = (SIZE_MAX >> 1) + 1 + (size_t)chance(1000); return text;
        case 4:
        case 5:
        case 6:
            text.data = noise;
            text.len = (size_t)chance(sizeof noise);
            for (at = 0; at < text.len; ++at) {
                noise[at] = (char)chance(256);
            }
            return text;
        case 7:
        case 8: { /* A word with a byte changed, perhaps to NUL. */
            const char *word = words[chance(sizeof words / sizeof words[0])];
            text.len = strlen(word) < sizeof noise ? strlen(word) : sizeof noise;
            memcpy(noise, word, text.len);
            if (text.len > 0) {
                noise[chance(text.len)] = (char)chance(256);
            }
            text.data = noise;
            return text;
        }
        default: {
            const char *word = words[chance(sizeof words / sizeof words[0])];
            text.data = word;
            text.len = strlen(word);
            return text;
        }
    }
}

static uint64_t any_number(void) {
    static const uint64_t edges[] = {0, 1, 2, 3, 7, 100, 0x7f, 0xff, 0xffff, 0x7fffffff, 0x80000000u, 0xffffffffu,
                                     0x100000000u, 0x7fffffffffffffffu, 0x8000000000000000u, 0xffffffffffffffffu};
    return nothing ? 0 : chance(2) ? chance(16) : edges[chance(sizeof edges / sizeof edges[0])];
}

static uint64_t short_time(void) { return chance(4); }

/* --- Returned values */
static void look_at(parlour_str text) {
    size_t at;
    CHECK(text.data != NULL);
    for (at = 0; at < text.len; ++at) {
        sink += (unsigned char)text.data[at];
    }
}

static inline void look_at_z(const char *text) { sink += strlen(text); }

static inline void look_at_pointer(const void *pointer) { sink += pointer != NULL; }

/* --- Callbacks */
static atomic_ulong called;
static char user_data[8];

static void *any_user(void) { return rarely() ? NULL : user_data; }

static void free_user(void *user) {
    (void)user;
    atomic_fetch_add(&called, 1);
}

static parlour_free_fn stub_parlour_free_fn = free_user;

static void stub_parlour_batch_fn(void *user, const parlour_op *op, const parlour_batch *batch) {
    size_t at;
    (void)user;
    for (at = 0; at < parlour_batch_len(batch); ++at) {
        atomic_fetch_add(&called, parlour_batch_at(batch, at)->json.len);
    }
    if (atomic_load(&called) % 5 == 0) {
        parlour_op_cancel(op);
    }
}

static void stub_parlour_done_fn(void *user, const parlour_op *op, const parlour_error *error) {
    (void)user;
    atomic_fetch_add(&called, parlour_error_display(error).len + parlour_op_token(op));
}

static void stub_parlour_credential_fn(void *user, uint32_t attempt, bool after_refusal,
                                       parlour_credential *credential) {
    (void)user;
    if (after_refusal || attempt % 3 == 0) {
        parlour_credential_fail(credential, parlour_str_z("none"));
    } else if (attempt % 3 == 1) {
        parlour_credential_set_api_key(credential, parlour_str_z("test-key"));
    } else {
        parlour_credential_set_auth_token(credential, parlour_str_z("\xff"));
    }
}

static void stub_parlour_hook_fn(void *user, parlour_hook *hook) {
    (void)user;
    parlour_str body;
    atomic_fetch_add(&called, parlour_hook_point(hook) + parlour_hook_header_count(hook));
    if (parlour_hook_body(hook, &body) == PARLOUR_OK && body.len % 5 == 0) {
        parlour_hook_answer(hook, (uint16_t)(body.len % 700), parlour_str_z("{}"));
    } else if (parlour_hook_attempt(hook) > 2) {
        parlour_hook_stop(hook);
    } else {
        parlour_hook_add_header(hook, parlour_str_z("x-hook"), parlour_str_z("\xff"));
        parlour_hook_retry_after_ms(hook, 0);
    }
}

static void stub_parlour_log_fn(void *user, uint32_t level, parlour_str message, parlour_str fields) {
    (void)user;
    atomic_fetch_add(&called, level + message.len + fields.len);
}

static void stub_parlour_stop_fn(void *user, const parlour_stop_notice *notice) {
    (void)user;
    atomic_fetch_add(&called, notice->stop_reason.len + notice->message_id.len);
}

static void stub_parlour_tool_fn(void *user, const parlour_tool_call *call, parlour_tool_result *result) {
    unsigned long at = atomic_fetch_add(&called, 1);
    (void)user;
    if (at % 3 != 0) {
        parlour_tool_result_set_text(result, parlour_tool_call_input_json(call), at % 3 == 1);
    }
}

static bool stub_parlour_approve_fn(void *user, const parlour_tool_call *call, parlour_tool_result *reason) {
    unsigned long at = atomic_fetch_add(&called, 1);
    (void)user;
    if (at % 3 == 0) {
        parlour_tool_result_set_text(reason, parlour_tool_call_name(call), true);
    }
    return at % 2 == 0;
}

static int64_t stub_parlour_read_fn(void *user, char *buffer, size_t size) {
    unsigned long at = atomic_fetch_add(&called, 1);
    (void)user;
    buffer[size - 1] = 'z';
    return at % 3 == 0 ? 0 : at % 3 == 1 ? -1 : (int64_t)size + (at % 2 == 0);
}

/* --- Handles, by kind */
static void *kept[64][KEPT];
static void drop(int kind, void *handle);

static void *get(int kind) { return rarely() ? NULL : kept[kind][chance(KEPT)]; }

static void *take(int kind) {
    void **place = &kept[kind][chance(KEPT)];
    void *handle = *place;
    if (rarely()) {
        return NULL;
    }
    *place = NULL;
    return handle;
}

static void keep(int kind, void *handle) {
    void **place = &kept[kind][chance(KEPT)];
    drop(kind, *place);
    *place = handle;
}

static void drain_some(const parlour_queue *queue) {
    parlour_completion found[ROOM];
    size_t count = 0, at;
    size_t room = rarely() ? 0 : (size_t)chance(ROOM) + 1;
    if (parlour_queue_drain(queue, rarely() ? NULL : found, room, &count) != PARLOUR_OK) {
        return;
    }
    CHECK(count <= room);
    for (at = 0; at < count; ++at) {
        CHECK((found[at].kind == PARLOUR_COMPLETION_BATCH) == (found[at].batch != NULL));
        CHECK((found[at].kind == PARLOUR_COMPLETION_FAILED) == (found[at].error != NULL));
        parlour_batch_free(found[at].batch);
        parlour_error_free(found[at].error);
    }
}

/* For calls that wait: nothing that chance has made. */
static parlour_client *quick_client;
static parlour_options *quick_options;

static parlour_client *brief_client(void) { return rarely() ? NULL : quick_client; }

static parlour_options *brief_options(void) { return rarely() ? NULL : quick_options; }

#include "fuzz_calls.inc"

/* Chance alone seldom makes a client that reaches a service: some that do, and calls that they make. */
static void plant(void) {
    parlour_request *request = ask("Count to 9.");
    parlour_queue *queue = kept[KIND_parlour_queue][chance(KEPT)];
    parlour_client *client = NULL;
    parlour_op *op = NULL;
    if (parlour_client_with_options(quick_client, NULL, &client, NULL) == PARLOUR_OK) {
        if (parlour_client_submit(client, queue, request, NULL, (uint32_t)chance(3), chance(9), &op, NULL) ==
            PARLOUR_OK) {
            keep(KIND_parlour_op, op);
        }
        keep(KIND_parlour_client, client);
    }
    keep(KIND_parlour_request, request);
}

/* Journals and downloads go here, under names that chance makes. */
static char folder[] = "/tmp/parlour-fuzz-XXXXXX";

static void enter_folder(void) { CHECK(mkdtemp(folder) != NULL && chdir(folder) == 0); }

static void leave_folder(void) {
    DIR *open = opendir(".");
    const struct dirent *each;
    CHECK(open != NULL);
    while ((each = readdir(open)) != NULL) {
        if (strcmp(each->d_name, ".") != 0 && strcmp(each->d_name, "..") != 0) {
            CHECK(unlink(each->d_name) == 0);
        }
    }
    CHECK(closedir(open) == 0 && chdir("/") == 0 && rmdir(folder) == 0);
}

static void hangs(int signal) {
    (void)signal;
    (void)!write(2, "fuzz: hangs in ", 15);
    (void)!write(2, now, strlen(now));
    (void)!write(2, "\n", 1);
    _exit(1);
}

static void call(int number) {
    now = names[number];
    alarm((unsigned)(30 * slowness()));
    calls[number]();
    alarm(0);
}

int main(void) {
    const char *told = getenv("FUZZ_SECONDS");
    const char *first = getenv("FUZZ_SEED");
    long long until = microseconds() + (told != NULL ? atoll(told) : 5) * 1000000;
    unsigned long count = 0;
    parlour_emulator *emulator = NULL;
    int kind, number;

    CHECK(KINDS <= (int)(sizeof kept / sizeof kept[0]));
    seed = first != NULL && atoll(first) > 0 ? (uint64_t)atoll(first) : 1;
    signal(SIGALRM, hangs);
    enter_folder();
    CHECK(parlour_emulator_start(parlour_str_z(""), &emulator, NULL) == PARLOUR_OK);
    memcpy(url, parlour_emulator_url(emulator).data, parlour_emulator_url(emulator).len);
    quick_client = client_of(parlour_emulator_url(emulator), parlour_emulator_api_key(emulator));
    CHECK(parlour_options_new(&quick_options) == PARLOUR_OK);
    CHECK(parlour_options_set_total_timeout_ms(quick_options, 5000, NULL) == PARLOUR_OK);

    nothing = 1;
    for (number = 0; number < CALLS; ++number) {
        call(number);
    }
    nothing = 0;
    while (microseconds() < until || count < 20 * CALLS) {
        if (chance(200) == 0) {
            plant();
        }
        call((int)chance(CALLS));
        ++count;
    }
    for (kind = 0; kind < KINDS; ++kind) {
        for (number = 0; number < KEPT; ++number) {
            drop(kind, kept[kind][number]);
        }
    }
    parlour_options_free(quick_options);
    parlour_client_free(quick_client);
    parlour_emulator_free(emulator);
    leave_folder();
    printf("fuzz: %lu calls of %d functions, %lu calls back\n", count, CALLS, (unsigned long)atomic_load(&called));
    return 0;
}
