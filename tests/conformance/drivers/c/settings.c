/* See settings.h. The manners differ in the functions they call and in nothing else. */
#include "settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void not_understood(const char *what, json_view text) {
    fprintf(stderr, "driver: %s: %.*s\n", what, (int)(text.len < 200 ? text.len : 200), text.data ? text.data : "");
    exit(2);
}

bool same(json_view text, const char *other) {
    return text.len == strlen(other) && memcmp(text.data, other, text.len) == 0;
}

json_view member(const json_level *level, const char *name) {
    for (size_t i = 0; i < json_count(level); i++)
        if (same(json_name_at(level, i), name)) return json_value_at(level, i);
    return (json_view){NULL, 0};
}

parlour_str given(json_view text) { return parlour_str_n(text.data, text.len); }
parlour_str given_owned(json_owned text) { return parlour_str_n(text.data, text.len); }

/* A result that only a wrong driver can bring. */
static void must(parlour_result result, const char *what) {
    if (result == PARLOUR_OK) return;
    not_understood(what, (json_view){parlour_result_text(result), strlen(parlour_result_text(result))});
}

bool is_whole_number(json_view number) {
    if (number.len == 0 || number.len > 18) return false;
    for (size_t i = 0; i < number.len; i++)
        if (number.data[i] < '0' || number.data[i] > '9') return false;
    return true;
}

uint64_t whole_number(json_view number) {
    if (!is_whole_number(number)) not_understood("a number", number);
    uint64_t value = 0;
    for (size_t i = 0; i < number.len; i++) value = value * 10 + (uint64_t)(number.data[i] - '0');
    return value;
}

/* --- Credentials */

static parlour_result set_credential(parlour_config *config, const json_level *line, const json_level *settings,
                                     parlour_error **err) {
    json_view auth = member(settings, "auth");
    json_owned key = json_string(member(line, "api_key"));
    parlour_result result = PARLOUR_OK;
    if (!auth.data || same(auth, "\"key\""))
        result = parlour_config_set_api_key(config, given_owned(key), err);
    else if (same(auth, "\"bearer\""))
        result = parlour_config_set_auth_token(config, given_owned(key), err);
    else if (same(auth, "\"none\""))
        result = parlour_config_set_no_credentials(config, err);
    else if (same(auth, "\"provider\""))
        result = set_keys(config, member(settings, "keys"), err);
    else if (same(auth, "\"keys\""))
        result = parlour_config_set(config, parlour_str_z("api_keys"), given(member(settings, "keys")), err);
    else if (same(auth, "\"hook\""))
        result = set_hook(config, member(settings, "credentials"), err);
    else if (!same(auth, "\"unset\""))
        not_understood("auth", auth);
    json_free(key);
    return result;
}

/* --- Settings of a client */

typedef parlour_result (*set_text)(parlour_config *, parlour_str, parlour_error **);
typedef parlour_result (*set_wide)(parlour_config *, int64_t, parlour_error **);
typedef parlour_result (*set_count)(parlour_config *, uint32_t, parlour_error **);
typedef parlour_result (*set_size)(parlour_config *, size_t, parlour_error **);
typedef parlour_result (*set_flag)(parlour_config *, bool, parlour_error **);
typedef parlour_result (*set_pair)(parlour_config *, parlour_str, parlour_str, parlour_error **);

static const struct setter {
    const char *name;
    set_text text, each;
    set_wide wide;
    set_count count;
    set_size size;
    set_flag flag;
    set_pair pair;
} setters[] = {
    {.name = "headers", .pair = parlour_config_set_header},
    {.name = "query", .pair = parlour_config_set_query},
    {.name = "resolve", .pair = parlour_config_set_resolve},
    {.name = "deprecated_models", .pair = parlour_config_set_deprecated_model},
    // generated: config, from schema/settings.toml by `make generate`
    {.name = "vendor", .text = parlour_config_set_vendor},
    {.name = "version", .text = parlour_config_set_version},
    {.name = "beta", .each = parlour_config_add_beta},
    {.name = "user_agent_suffix", .text = parlour_config_set_user_agent_suffix},
    {.name = "allow_plain_http", .flag = parlour_config_set_allow_plain_http},
    {.name = "proxy", .text = parlour_config_set_proxy},
    {.name = "no_proxy", .each = parlour_config_add_no_proxy},
    {.name = "unix_socket", .text = parlour_config_set_unix_socket},
    {.name = "local_address", .text = parlour_config_set_local_address},
    {.name = "min_tls_version", .text = parlour_config_set_min_tls_version},
    {.name = "ca_pem", .each = parlour_config_add_ca_pem},
    {.name = "only_ca_pem", .each = parlour_config_add_only_ca_pem},
    {.name = "stream_long_answers", .flag = parlour_config_set_stream_long_answers},
    {.name = "connect_timeout_ms", .wide = parlour_config_set_connect_timeout_ms},
    {.name = "answer_timeout_ms", .wide = parlour_config_set_answer_timeout_ms},
    {.name = "stream_silence_timeout_ms", .wide = parlour_config_set_stream_silence_timeout_ms},
    {.name = "stream_progress_timeout_ms", .wide = parlour_config_set_stream_progress_timeout_ms},
    {.name = "first_event_timeout_ms", .wide = parlour_config_set_first_event_timeout_ms},
    {.name = "long_answer_timeout_ms", .wide = parlour_config_set_long_answer_timeout_ms},
    {.name = "total_timeout_ms", .wide = parlour_config_set_total_timeout_ms},
    {.name = "max_event_bytes", .size = parlour_config_set_max_event_bytes},
    {.name = "max_error_body_bytes", .size = parlour_config_set_max_error_body_bytes},
    {.name = "max_response_bytes", .size = parlour_config_set_max_response_bytes},
    {.name = "max_stream_bytes", .size = parlour_config_set_max_stream_bytes},
    {.name = "max_request_bytes", .size = parlour_config_set_max_request_bytes},
    {.name = "log_bodies", .flag = parlour_config_set_log_bodies},
    {.name = "deprecation_warnings", .flag = parlour_config_set_deprecation_warnings},
    {.name = "idempotency_header", .text = parlour_config_set_idempotency_header},
    {.name = "max_retries", .count = parlour_config_set_max_retries},
    {.name = "pacing", .text = parlour_config_set_pacing},
    {.name = "priority", .text = parlour_config_set_priority},
    {.name = "max_in_flight", .count = parlour_config_set_max_in_flight},
    {.name = "max_in_flight_per_host", .count = parlour_config_set_max_in_flight_per_host},
    {.name = "adaptive_in_flight", .flag = parlour_config_set_adaptive_in_flight},
    {.name = "limits", .text = parlour_config_set_limits},
    {.name = "requests_per_minute", .count = parlour_config_set_requests_per_minute},
    {.name = "tokens_per_minute", .count = parlour_config_set_tokens_per_minute},
    {.name = "input_tokens_per_minute", .count = parlour_config_set_input_tokens_per_minute},
    {.name = "output_tokens_per_minute", .count = parlour_config_set_output_tokens_per_minute},
    {.name = "ledger", .flag = parlour_config_set_ledger},
    {.name = "route_after", .count = parlour_config_set_route_after},
    {.name = "route_for_ms", .wide = parlour_config_set_route_for_ms},
    {.name = "labels", .each = parlour_config_add_label},
    {.name = "call_log", .text = parlour_config_set_call_log},
    {.name = "cache", .text = parlour_config_set_cache},
    {.name = "cache_warm_up", .flag = parlour_config_set_cache_warm_up},
    {.name = "cache_keep_alive_ms", .wide = parlour_config_set_cache_keep_alive_ms},
    // end generated
};

static parlour_result set_pairs(parlour_config *config, const struct setter *by, json_view object,
                                parlour_error **err) {
    parlour_result result = PARLOUR_OK;
    json_level *pairs = json_open(object);
    for (size_t i = 0; i < json_count(pairs) && result == PARLOUR_OK; i++) {
        json_owned value = json_string(json_value_at(pairs, i));
        if (value.data)
            result = by->pair(config, given(json_name_at(pairs, i)), given_owned(value), err);
        else if (by->pair == parlour_config_set_resolve)
            result = PARLOUR_NOT_FOUND; /* Several addresses: the other way knows them. */
        else if (by->pair == parlour_config_set_deprecated_model)
            result = by->pair(config, given(json_name_at(pairs, i)), parlour_str_n(NULL, 0), err);
        else
            result = parlour_config_remove_header(config, given(json_name_at(pairs, i)), err);
        json_free(value);
    }
    json_close(pairs);
    return result;
}

static parlour_result set_list(parlour_config *config, const struct setter *by, json_view array,
                                parlour_error **err) {
    parlour_result result = PARLOUR_OK;
    json_level *items = json_open(array);
    for (size_t i = 0; i < json_count(items) && result == PARLOUR_OK; i++) {
        json_owned item = json_string(json_value_at(items, i));
        result = by->each(config, given_owned(item), err);
        json_free(item);
    }
    json_close(items);
    return result;
}

static parlour_result set_by(parlour_config *config, const struct setter *by, json_view value, parlour_error **err) {
    if (by->pair) return set_pairs(config, by, value, err);
    if (by->each) return set_list(config, by, value, err);
    if (by->wide) return by->wide(config, (int64_t)whole_number(value), err);
    if (by->count) return by->count(config, (uint32_t)whole_number(value), err);
    if (by->size) return by->size(config, (size_t)whole_number(value), err);
    if (by->flag) return by->flag(config, same(value, "true"), err);
    json_owned text = json_string(value);
    parlour_result result = by->text(config, given_owned(text), err);
    json_free(text);
    return result;
}

/* Everything but the credential, which is no setting like the others. */
static bool is_setting(json_view name) {
    return !same(name, "auth") && !same(name, "keys") && !same(name, "credentials") && !same(name, "hooks");
}

/* Calls the function for a setting; PARLOUR_NOT_FOUND if there is none. */
static parlour_result set_typed(parlour_config *config, json_view name, json_view value, parlour_error **err) {
    for (size_t i = 0; i < sizeof setters / sizeof *setters; i++)
        if (same(name, setters[i].name)) return set_by(config, &setters[i], value, err);
    if (same(name, "http_version"))
        return parlour_config_set_http_version(config, same(value, "\"2\"") ? PARLOUR_HTTP_2 : PARLOUR_HTTP_1, err);
    return PARLOUR_NOT_FOUND;
}

static parlour_result set_one(parlour_config *config, json_view name, json_view value, manner how,
                              parlour_error **err) {
    parlour_result typed = how == BY_SETTER ? set_typed(config, name, value, err) : PARLOUR_NOT_FOUND;
    return typed == PARLOUR_NOT_FOUND ? parlour_config_set(config, given(name), given(value), err) : typed;
}

/* An object's text without the members that are no settings. */
static json_owned only_settings(const json_level *settings) {
    json_owned out = {NULL, 0};
    FILE *to = open_memstream(&out.data, &out.len);
    const char *between = "";
    fputc('{', to);
    for (size_t i = 0; i < json_count(settings); i++) {
        json_view name = json_name_at(settings, i), value = json_value_at(settings, i);
        if (!is_setting(name)) continue;
        json_owned quoted = json_quoted(name);
        fprintf(to, "%s%.*s:", between, (int)quoted.len, quoted.data);
        fwrite(value.data, 1, value.len, to);
        json_free(quoted);
        between = ",";
    }
    fputc('}', to);
    fclose(to);
    return out;
}

static parlour_result set_all(parlour_config *config, const json_level *settings, manner how, parlour_error **err) {
    if (how == AT_ONCE) {
        json_owned object = only_settings(settings);
        parlour_result result = parlour_config_set_json(config, given_owned(object), err);
        free(object.data);
        return result;
    }
    parlour_result result = PARLOUR_OK;
    for (size_t i = 0; i < json_count(settings) && result == PARLOUR_OK; i++) {
        json_view name = json_name_at(settings, i);
        if (is_setting(name)) result = set_one(config, name, json_value_at(settings, i), how, err);
    }
    return result;
}

parlour_result make_client(const json_level *line, manner how, parlour_client **out, parlour_error **err) {
    json_level *settings = json_open(member(line, "config"));
    json_owned url = json_string(member(line, "base_url"));
    parlour_config *config = NULL;
    must(parlour_config_new(&config), "a configuration");
    must(parlour_config_set_use_env(config, false, NULL), "the environment");
    parlour_result result = set_credential(config, line, settings, err);
    if (result == PARLOUR_OK) result = parlour_config_set_base_url(config, given_owned(url), err);
    if (result == PARLOUR_OK) result = add_hooks(config, member(settings, "hooks"), err);
    if (result == PARLOUR_OK) result = set_all(config, settings, how, err);
    if (result == PARLOUR_OK) result = parlour_client_new(config, out, err);
    parlour_config_free(config);
    json_free(url);
    json_close(settings);
    return result;
}

/* --- Options of a call */

static const struct option_setter {
    const char *name;
    parlour_result (*text)(parlour_options *, parlour_str, parlour_error **);
    parlour_result (*each)(parlour_options *, parlour_str, parlour_error **);
    parlour_result (*wide)(parlour_options *, int64_t, parlour_error **);
    parlour_result (*count)(parlour_options *, uint32_t, parlour_error **);
    parlour_result (*size)(parlour_options *, size_t, parlour_error **);
    parlour_result (*flag)(parlour_options *, bool, parlour_error **);
} option_setters[] = {
    // generated: options, from schema/settings.toml by `make generate`
    {.name = "beta", .each = parlour_options_add_beta},
    {.name = "timeout_ms", .wide = parlour_options_set_timeout_ms},
    {.name = "total_timeout_ms", .wide = parlour_options_set_total_timeout_ms},
    {.name = "first_event_timeout_ms", .wide = parlour_options_set_first_event_timeout_ms},
    {.name = "max_retries", .count = parlour_options_set_max_retries},
    {.name = "stream_long_answers", .flag = parlour_options_set_stream_long_answers},
    {.name = "priority", .text = parlour_options_set_priority},
    {.name = "labels", .each = parlour_options_add_label},
    // end generated
};

/* Calls the function for an option; PARLOUR_NOT_FOUND if there is none. */
static parlour_result set_typed_option(parlour_options *options, json_view name, json_view value, parlour_error **err) {
    for (size_t i = 0; i < sizeof option_setters / sizeof *option_setters; i++) {
        const struct option_setter *by = &option_setters[i];
        if (!same(name, by->name)) continue;
        if (by->wide) return by->wide(options, (int64_t)whole_number(value), err);
        if (by->count) return by->count(options, (uint32_t)whole_number(value), err);
        if (by->size) return by->size(options, (size_t)whole_number(value), err);
        if (by->flag) return by->flag(options, same(value, "true"), err);
        if (!by->text) return PARLOUR_NOT_FOUND; /* A list: the other way knows it. */
        json_owned text = json_string(value);
        parlour_result result = by->text(options, given_owned(text), err);
        json_free(text);
        return result;
    }
    return PARLOUR_NOT_FOUND;
}

/* One entry of an option that is an object. */
static parlour_result set_entry(parlour_options *options, json_view option, json_view name, json_view value,
                                parlour_error **err) {
    json_owned text = json_string(value);
    parlour_result result;
    if (same(option, "body_keys"))
        result = parlour_options_set_body_key(options, given(name), given_owned(text), err);
    else if (same(option, "query"))
        result = parlour_options_set_query(options, given(name), given_owned(text), err);
    else if (text.data)
        result = parlour_options_set_header(options, given(name), given_owned(text), err);
    else
        result = parlour_options_remove_header(options, given(name), err);
    json_free(text);
    return result;
}

static parlour_result set_option(parlour_options *options, json_view name, json_view value, manner how,
                                 parlour_error **err) {
    bool keys = same(name, "body_keys"); /* Their values are JSON inside strings: always one by one. */
    if (keys || (how == BY_SETTER && (same(name, "headers") || same(name, "query")))) {
        json_level *entries = json_open(value);
        parlour_result result = PARLOUR_OK;
        for (size_t i = 0; i < json_count(entries) && result == PARLOUR_OK; i++)
            result = set_entry(options, name, json_name_at(entries, i), json_value_at(entries, i), err);
        json_close(entries);
        return result;
    }
    parlour_result typed = how == BY_SETTER ? set_typed_option(options, name, value, err) : PARLOUR_NOT_FOUND;
    return typed == PARLOUR_NOT_FOUND ? parlour_options_set(options, given(name), given(value), err) : typed;
}

parlour_result make_options(json_view object, manner how, parlour_options **out, parlour_error **err) {
    json_level *entries = json_open(object);
    parlour_options *options = NULL;
    parlour_result result = PARLOUR_OK;
    *out = NULL;
    if (json_count(entries)) {
        must(parlour_options_new(&options), "options");
        if (how == AT_ONCE && !member(entries, "body_keys").data)
            result = parlour_options_set_json(options, given(object), err);
        else
            for (size_t i = 0; i < json_count(entries) && result == PARLOUR_OK; i++)
                result = set_option(options, json_name_at(entries, i), json_value_at(entries, i), how, err);
    }
    json_close(entries);
    if (result == PARLOUR_OK)
        *out = options;
    else
        parlour_options_free(options);
    return result;
}
