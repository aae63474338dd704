/* One program with two static libraries of Rust, in either order: both work, and each has its own panics. */
#include "../core/check.h"

extern uint32_t other_answer(void);

int main(void) {
    CHECK(other_answer() == 42);
    place at = place_new(NULL);
    parlour_request *request = asking("Say hello");
    parlour_message *message = NULL;
    OK(parlour_client_create(at.client, request, NULL, &message, &error));
    CHECK(text_is(parlour_message_text(message), "hello"));
    parlour_message_free(message);
    parlour_request_free(request);
    place_free(&at);
    CHECK(other_answer() == 42);
    passed("two_static_libraries_of_rust");
    return 0;
}
