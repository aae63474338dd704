/* A program for a library without the emulator: it makes a client, and sends nothing. */
#include <parlour.h>
#include <stdio.h>

int main(void) {
    parlour_config *config = NULL;
    parlour_client *client = NULL;
    parlour_error *error = NULL;
    parlour_result code;

    if (parlour_config_new(&config) != PARLOUR_OK) {
        return 1;
    }
    parlour_config_set_use_env(config, false, NULL);
    parlour_config_set_base_url(config, parlour_str_z("http://127.0.0.1:9"), NULL);
    parlour_config_set_api_key(config, parlour_str_z("key"), NULL);
    parlour_config_set_vendor(config, parlour_str_z("svc"), NULL);
    code = parlour_client_new(config, &client, &error);
    if (code == PARLOUR_OK) {
        printf("parlour %s\n", parlour_version());
    } else {
        parlour_str why = parlour_why(code, error);
        fprintf(stderr, "%.*s\n", (int)why.len, why.data);
    }
    parlour_error_free(error);
    parlour_client_free(client);
    parlour_config_free(config);
    return code == PARLOUR_OK ? 0 : 1;
}
