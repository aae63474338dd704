/* Models, the tokens of a request, and limits: what to know before a request is sent. None of these calls is billed.
 *
 *     cc models.c $(pkg-config --cflags --libs parlour) -o models && ./models
 *     PARLOUR_ADMIN_KEY=... ./models     # the limits of the organisation, too
 */
#include "service.h"

#include <parlour/resources.h>

static void show_model(const parlour_json *model) {
    printf("model " PARLOUR_STR_FORMAT ": %ld tokens in, %ld out\n", PARLOUR_STR_ARG(parlour_model_info_id(model)),
           (long)parlour_model_info_max_input_tokens(model, 0), (long)parlour_model_info_max_tokens(model, 0));
}

static void show_limits(const parlour_json *rule) {
    const parlour_json *limits = parlour_rate_limit_rule_limits(rule);
    size_t at;
    printf("limits of " PARLOUR_STR_FORMAT ":",
           PARLOUR_STR_ARG(parlour_rate_limit_group_type(parlour_rate_limit_rule_group(rule))));
    for (at = 0; at < parlour_json_count(limits); ++at) {
        const parlour_json *limit = parlour_json_item(limits, at);
        printf(" " PARLOUR_STR_FORMAT " %ld", PARLOUR_STR_ARG(parlour_limit_value_type(limit)),
               (long)parlour_limit_value_value(limit, 0));
    }
    printf("\n");
}

/* One model by its id, and how many tokens a request for it has. */
static parlour_result count(const struct service *service, parlour_error **error) {
    parlour_endpoint *get = NULL, *counting = NULL;
    parlour_request *request = NULL;
    parlour_answer *model = NULL, *counted = NULL;
    parlour_result code = parlour_endpoint_new(parlour_str_z("models.get"), &get, error);
    if (code == PARLOUR_OK) {
        code = parlour_endpoint_add_id(get, parlour_str_z(service->model), error);
    }
    if (code == PARLOUR_OK) {
        code = parlour_client_call(service->client, get, NULL, &model, error);
    }
    if (code == PARLOUR_OK) {
        code = parlour_request_new(parlour_str_z(service->model), 64, &request);
    }
    if (code == PARLOUR_OK) {
        code = parlour_request_add_user_text(request, parlour_str_z("Name three rivers."), error);
    }
    if (code == PARLOUR_OK) {
        code = parlour_endpoint_new(parlour_str_z("messages.count_tokens"), &counting, error);
    }
    if (code == PARLOUR_OK) {
        code = parlour_endpoint_set_request(counting, request, error);
    }
    if (code == PARLOUR_OK) {
        code = parlour_client_call(service->client, counting, NULL, &counted, error);
    }
    if (code == PARLOUR_OK) {
        parlour_json *of_model = NULL, *of_count = NULL;
        code = parlour_json_parse(parlour_answer_body(model), &of_model, error);
        if (code == PARLOUR_OK) {
            code = parlour_json_parse(parlour_answer_body(counted), &of_count, error);
        }
        if (code == PARLOUR_OK) {
            printf("the request has %ld tokens, " PARLOUR_STR_FORMAT " takes %ld\n",
                   (long)parlour_message_tokens_count_input_tokens(of_count, 0),
                   PARLOUR_STR_ARG(parlour_model_info_id(of_model)),
                   (long)parlour_model_info_max_input_tokens(of_model, 0));
        }
        parlour_json_free(of_count);
        parlour_json_free(of_model);
    }
    parlour_answer_free(counted);
    parlour_answer_free(model);
    parlour_request_free(request);
    parlour_endpoint_free(counting);
    parlour_endpoint_free(get);
    return code;
}

/* An endpoint that has no name is reached by its path. Every answer is the unchanged JSON. */
static parlour_result ask_raw(const struct service *service, parlour_error **error) {
    parlour_answer *page = NULL;
    parlour_result code =
        parlour_client_request(service->client, parlour_str_z("GET"), parlour_str_z("/v1/models?limit=1"),
                               parlour_str_z(""), NULL, &page, error);
    if (code == PARLOUR_OK) {
        printf("raw: status %d, %d bytes\n", (int)parlour_head_status(parlour_answer_head(page)),
               (int)parlour_answer_body(page).len);
    }
    parlour_answer_free(page);
    return code;
}

/* The limits of the organisation. The administrator's key is used for this call alone. */
static parlour_result ask_limits(const struct service *service, const char *admin_key, parlour_error **error) {
    parlour_options *options = NULL;
    parlour_result code = parlour_options_new(&options);
    if (code == PARLOUR_OK) {
        code = parlour_options_set_api_key(options, parlour_str_z(admin_key), error);
    }
    if (code == PARLOUR_OK) {
        code = each_item(service, "rate_limits.list", NULL, options, show_limits, error);
    }
    parlour_options_free(options);
    return code;
}

int main(void) {
    struct service service;
    parlour_error *error = NULL;
    parlour_result code = service_connect(&service, &error);
    if (code == PARLOUR_OK) {
        code = each_item(&service, "models.list", NULL, NULL, show_model, &error);
    }
    if (code == PARLOUR_OK) {
        code = count(&service, &error);
    }
    if (code == PARLOUR_OK) {
        code = ask_raw(&service, &error);
    }
    if (code == PARLOUR_OK && is_set("PARLOUR_ADMIN_KEY")) {
        code = ask_limits(&service, getenv("PARLOUR_ADMIN_KEY"), &error);
    } else if (code == PARLOUR_OK && service.emulator != NULL) {
        code = ask_limits(&service, "test-admin-key", &error);
    }
    service_close(&service);
    return code == PARLOUR_OK ? EXIT_SUCCESS : failed(code, error);
}
