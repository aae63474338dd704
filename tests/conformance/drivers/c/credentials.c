/* See settings.h: functions that give the credentials that a case lists. */
#include "settings.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* The credentials that a case lists: one after the other, and the last one for ever. Several threads may ask at
 * once. */
typedef struct ring {
    json_level *rows;
    size_t asked;
} ring;

static json_view next_row(ring *ring) {
    size_t at = __atomic_fetch_add(&ring->asked, 1, __ATOMIC_RELAXED);
    size_t last = json_count(ring->rows) - 1;
    return json_value_at(ring->rows, at < last ? at : last);
}

static void free_ring(void *user) {
    ring *ring = user;
    json_close(ring->rows);
    free(ring);
}

static parlour_result set_fn(parlour_config *config, parlour_credential_fn fn, json_view rows, parlour_error **err) {
    ring *made = calloc(1, sizeof *made);
    if (!made || !(made->rows = json_open(rows)) || !json_count(made->rows)) not_understood("credentials", rows);
    return parlour_config_set_credential_fn(config, fn, made, free_ring, err);
}

/* --- Keys */

static void next_key(void *user, uint32_t attempt, bool after_refusal, parlour_credential *credential) {
    (void)attempt;
    (void)after_refusal;
    json_owned key = json_string(next_row(user));
    parlour_credential_set_api_key(credential, given_owned(key));
    json_free(key);
}

parlour_result set_keys(parlour_config *config, json_view keys, parlour_error **err) {
    return set_fn(config, next_key, keys, err);
}

/* --- Credentials of every form */

static uint64_t fnv1a(uint64_t digest, const char *bytes, size_t len) {
    for (size_t i = 0; i < len; i++) digest = (digest ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return digest;
}

/* The digest of what the function is shown, into `header`. */
static void sign(parlour_credential *credential, uint32_t attempt, bool after_refusal, json_view header) {
    parlour_str body, method = parlour_credential_method(credential), url = parlour_credential_url(credential);
    if (parlour_credential_body(credential, &body) != PARLOUR_OK) {
        parlour_credential_fail(credential, parlour_str_z("a body that is a stream cannot be signed"));
        return;
    }
    char head[32], digest[17];
    int length = snprintf(head, sizeof head, "%" PRIu32 " %s ", attempt, after_refusal ? "true" : "false");
    uint64_t value = fnv1a(UINT64_C(0xcbf29ce484222325), head, (size_t)length);
    value = fnv1a(value, method.data, method.len);
    value = fnv1a(value, " ", 1);
    value = fnv1a(value, url.data, url.len);
    value = fnv1a(value, "\n", 1);
    value = fnv1a(value, body.data, body.len);
    snprintf(digest, sizeof digest, "%016" PRIx64, value);
    json_owned name = json_string(header);
    parlour_credential_add_header(credential, given_owned(name), parlour_str_z(digest));
    json_free(name);
}

static void put_headers(parlour_credential *credential, json_view headers) {
    json_level *pairs = headers.data ? json_open(headers) : NULL;
    for (size_t i = 0; pairs && i < json_count(pairs); i++) {
        json_owned value = json_string(json_value_at(pairs, i));
        parlour_credential_add_header(credential, given(json_name_at(pairs, i)), given_owned(value));
        json_free(value);
    }
    if (pairs) json_close(pairs);
}

/* Hands a member that is text to a function. */
static void put_text(parlour_credential *credential, json_view text,
                     parlour_result (*put)(parlour_credential *, parlour_str)) {
    if (!text.data) return;
    json_owned owned = json_string(text);
    put(credential, given_owned(owned));
    json_free(owned);
}

static void next_credential(void *user, uint32_t attempt, bool after_refusal, parlour_credential *credential) {
    json_level *row = json_open(next_row(user));
    json_view header = member(row, "sign"), time = member(row, "valid_for_ms");
    put_text(credential, member(row, "api_key"), parlour_credential_set_api_key);
    put_text(credential, member(row, "auth_token"), parlour_credential_set_auth_token);
    put_text(credential, member(row, "url"), parlour_credential_set_url);
    put_headers(credential, member(row, "headers"));
    if (header.data) sign(credential, attempt, after_refusal, header);
    if (time.data) parlour_credential_set_valid_for_ms(credential, whole_number(time));
    put_text(credential, member(row, "fail"), parlour_credential_fail);
    json_close(row);
}

parlour_result set_hook(parlour_config *config, json_view credentials, parlour_error **err) {
    return set_fn(config, next_credential, credentials, err);
}
