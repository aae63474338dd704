/* Signs each attempt as gateways of the AWS kind want it (SigV4), and checks what arrived.
 *
 *     cc sigv4.c $(pkg-config --cflags --libs parlour) -o sigv4 && ./sigv4
 */
#include "service.h"
#include "sha256.h"

#include <time.h>

#define ID "AKIDEXAMPLE"
#define SECRET "secret-of-the-example"
#define REGION "eu-central-1"
#define SERVICE "messages"
#define SIGNED "host;x-amz-content-sha256;x-amz-date"

/* Room for what is written here; longer addresses are refused. */
enum { ROOM = 1024 };

/* The value of "authorization" for a request of this moment whose body has this digest. False if there is no room for
 * it. */
static bool sign(parlour_str method, parlour_str host, parlour_str path, parlour_str query, const char *at,
                 const char *digest, char *value) {
    char canonical[ROOM], text[ROOM], scope[128], hashed[2 * SHA256_BYTES + 1];
    unsigned char key[SHA256_BYTES];
    char day[9] = "";
    const char *parts[5];
    int step, written;
    strncat(day, at, 8);
    written = snprintf(canonical, sizeof canonical,
                       PARLOUR_STR_FORMAT "\n" PARLOUR_STR_FORMAT "\n" PARLOUR_STR_FORMAT "\nhost:" PARLOUR_STR_FORMAT
                                          "\nx-amz-content-sha256:%s\nx-amz-date:%s\n\n" SIGNED "\n%s",
                       PARLOUR_STR_ARG(method), PARLOUR_STR_ARG(path), PARLOUR_STR_ARG(query), PARLOUR_STR_ARG(host),
                       digest, at, digest);
    if (written < 0 || (size_t)written >= sizeof canonical) {
        return false;
    }
    sha256_hex(canonical, (size_t)written, hashed);
    snprintf(scope, sizeof scope, "%s/" REGION "/" SERVICE "/aws4_request", day);
    snprintf(text, sizeof text, "AWS4-HMAC-SHA256\n%s\n%s\n%s", at, scope, hashed);
    parts[0] = day, parts[1] = REGION, parts[2] = SERVICE, parts[3] = "aws4_request", parts[4] = text;
    for (step = 0; step < 5; ++step) {
        const char *first = "AWS4" SECRET;
        hmac_sha256(step == 0 ? (const void *)first : key, step == 0 ? strlen(first) : sizeof key, parts[step],
                    strlen(parts[step]), key);
    }
    hex(key, hashed);
    snprintf(value, ROOM, "AWS4-HMAC-SHA256 Credential=" ID "/%s, SignedHeaders=" SIGNED ", Signature=%s", scope,
             hashed);
    return true;
}

/* The part of a text before a letter; the rest begins with it. */
static parlour_str before(parlour_str text, char letter, parlour_str *rest) {
    const char *found = memchr(text.data, letter, text.len);
    size_t len = found == NULL ? text.len : (size_t)(found - text.data);
    *rest = parlour_str_n(text.data + len, text.len - len);
    return parlour_str_n(text.data, len);
}

/* Gives the credential of one attempt. It is called on threads of the library. */
static void give(void *user, uint32_t attempt, bool after_refusal, parlour_credential *credential) {
    const struct service *service = user;
    parlour_str url = parlour_credential_url(credential), body, host, path, query, rest;
    char at[32], digest[2 * SHA256_BYTES + 1] = "UNSIGNED-PAYLOAD", value[ROOM];
    struct tm utc;
    time_t now = time(NULL);
    (void)attempt, (void)after_refusal;
    strftime(at, sizeof at, "%Y%m%dT%H%M%SZ", gmtime_r(&now, &utc));
    before(url, ':', &rest); /* the scheme, and "://" */
    host = before(parlour_str_n(rest.data + 3, rest.len - 3), '/', &rest);
    path = before(rest, '?', &query);
    if (query.len > 0) {
        query = parlour_str_n(query.data + 1, query.len - 1);
    }
    /* A body that is a stream cannot be signed before it is sent. */
    if (parlour_credential_body(credential, &body) == PARLOUR_OK) {
        sha256_hex(body.data, body.len, digest);
    }
    if (!sign(parlour_credential_method(credential), host, path, query, at, digest, value)) {
        parlour_credential_fail(credential, parlour_str_z("the address is too long to be signed"));
        return;
    }
    parlour_credential_add_header(credential, parlour_str_z("authorization"), parlour_str_z(value));
    parlour_credential_add_header(credential, parlour_str_z("x-amz-content-sha256"), parlour_str_z(digest));
    parlour_credential_add_header(credential, parlour_str_z("x-amz-date"), parlour_str_z(at));
    /* A gateway needs no key besides; the emulator of this example does. */
    parlour_credential_set_api_key(credential, parlour_emulator_api_key(service->emulator));
}

static parlour_str header(const parlour_json *request, const char *name) {
    const parlour_json *headers = parlour_json_at(request, parlour_str_z("/headers"));
    size_t at;
    for (at = 0; at < parlour_json_count(headers); ++at) {
        const parlour_json *pair = parlour_json_item(headers, at);
        if (parlour_str_is(text_at(pair, "/0"), name)) {
            return text_at(pair, "/1");
        }
    }
    return parlour_str_z("");
}

/* Verifies the signature of a request, as a gateway does. */
static bool is_genuine(const parlour_json *request) {
    char digest[2 * SHA256_BYTES + 1], value[ROOM], at[32];
    parlour_str body = text_at(request, "/body");
    sha256_hex(body.data, body.len, digest);
    snprintf(at, sizeof at, PARLOUR_STR_FORMAT, PARLOUR_STR_ARG(header(request, "x-amz-date")));
    return sign(text_at(request, "/method"), header(request, "host"), text_at(request, "/path"),
                text_at(request, "/query"), at, digest, value) &&
           parlour_str_is(header(request, "x-amz-content-sha256"), digest) &&
           parlour_str_is(header(request, "authorization"), value);
}

/* Asks once; the first attempt meets an overloaded service, and the second is signed anew. */
static parlour_result ask(struct service *service, parlour_error **error) {
    parlour_config *config = NULL;
    parlour_request *request = NULL;
    parlour_message *reply = NULL;
    parlour_result code = parlour_emulator_script_json(service->emulator, parlour_str_z("{\"status\": 529}"), error);
    if (code == PARLOUR_OK) {
        code = parlour_config_new(&config);
    }
    if (code == PARLOUR_OK) {
        parlour_config_set_use_env(config, false, NULL);
        parlour_config_set_base_url(config, parlour_emulator_url(service->emulator), NULL);
        parlour_config_set_vendor(config, parlour_str_z("svc"), NULL);
        code = parlour_config_set_credential_fn(config, give, service, NULL, error);
    }
    if (code == PARLOUR_OK) {
        code = parlour_client_new(config, &service->client, error);
    }
    if (code == PARLOUR_OK) {
        code = parlour_request_new(parlour_str_z("svc-haiku-3-5"), 64, &request);
    }
    if (code == PARLOUR_OK) {
        code = parlour_request_add_user_text(request, parlour_str_z("Say it was signed."), error);
    }
    if (code == PARLOUR_OK) {
        code = parlour_client_create(service->client, request, NULL, &reply, error);
    }
    if (code == PARLOUR_OK) {
        printf("model: " PARLOUR_STR_FORMAT "\n", PARLOUR_STR_ARG(parlour_message_text(reply)));
    }
    parlour_message_free(reply);
    parlour_request_free(request);
    parlour_config_free(config);
    return code;
}

int main(void) {
    struct service service = {NULL, NULL, NULL};
    parlour_json *requests = NULL;
    parlour_str seen;
    parlour_error *error = NULL;
    size_t at;
    parlour_result code = parlour_emulator_start(parlour_str_z(""), &service.emulator, &error);
    if (code == PARLOUR_OK) {
        code = ask(&service, &error);
    }
    if (code == PARLOUR_OK) {
        code = parlour_emulator_requests_json(service.emulator, &seen);
    }
    if (code == PARLOUR_OK) {
        code = parlour_json_parse(seen, &requests, &error);
    }
    for (at = 0; code == PARLOUR_OK && at < parlour_json_count(requests); ++at) {
        printf("attempt %d: %s\n", (int)at + 1, is_genuine(parlour_json_item(requests, at)) ? "genuine" : "forged");
    }
    parlour_json_free(requests);
    service_close(&service);
    return code == PARLOUR_OK ? EXIT_SUCCESS : failed(code, error);
}
