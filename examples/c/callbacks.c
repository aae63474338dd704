/* A stream that calls functions with its events, and is stopped by one of them: for programs that have no loop and do
 * not want to wait.
 *
 * The functions run on a thread of the library, which all such calls share: they must not block.
 *
 *     cc callbacks.c $(pkg-config --cflags --libs parlour) -lpthread -o callbacks && ./callbacks
 */
#include "service.h"

#include <pthread.h>

/* The state of the functions; the library passes it to forget() when it no longer needs it. */
struct listener {
    pthread_mutex_t lock;
    pthread_cond_t change;
    size_t most;
    size_t seen;
    bool ended;
    bool forgotten;
};

static void on_batch(void *user, const parlour_op *op, const parlour_batch *batch) {
    struct listener *listener = user;
    size_t at;
    for (at = 0; at < parlour_batch_len(batch); ++at) {
        parlour_str text = parlour_batch_at(batch, at)->text;
        put(text);
        listener->seen += text.len;
    }
    fflush(stdout);
    /* Enough is known: the connection is closed, and the model stops. */
    if (listener->most > 0 && listener->seen >= listener->most) {
        parlour_op_cancel(op);
    }
}

static void on_done(void *user, const parlour_op *op, const parlour_error *error) {
    struct listener *listener = user;
    if (error == NULL) {
        parlour_message *message = NULL;
        if (parlour_op_message(op, &message, NULL) == PARLOUR_OK) {
            printf(" [complete, %u tokens]\n", (unsigned)parlour_message_usage(message)->output_tokens);
        }
        parlour_message_free(message);
    } else if (parlour_error_kind(error) == PARLOUR_KIND_CANCELLED) {
        printf(" [stopped]\n");
    } else {
        printf(" [");
        put(parlour_error_display(error));
        printf("]\n");
    }
    pthread_mutex_lock(&listener->lock);
    listener->ended = true;
    pthread_cond_broadcast(&listener->change);
    pthread_mutex_unlock(&listener->lock);
}

static void forget(void *user) {
    struct listener *listener = user;
    pthread_mutex_lock(&listener->lock);
    listener->forgotten = true;
    pthread_cond_broadcast(&listener->change);
    pthread_mutex_unlock(&listener->lock);
}

static void wait_until(struct listener *listener, const bool *what) {
    pthread_mutex_lock(&listener->lock);
    while (!*what) {
        pthread_cond_wait(&listener->change, &listener->lock);
    }
    pthread_mutex_unlock(&listener->lock);
}

/* Asks, and lets the functions have the answer: all of it, or about `most` bytes. */
static parlour_result listen_to(const struct service *service, const char *question, size_t most,
                                parlour_error **error) {
    struct listener listener = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, most, 0, false, false};
    parlour_request *request = NULL;
    parlour_op *op = NULL;
    parlour_result code = parlour_request_new(parlour_str_z(service->model), 256, &request);
    parlour_request_add_user_text(request, parlour_str_z(question), NULL);
    if (code == PARLOUR_OK) {
        code = parlour_client_submit_callback(service->client, request, NULL, PARLOUR_MODE_STREAM, on_batch, on_done,
                                              &listener, forget, &op, error);
    }
    if (code == PARLOUR_OK) {
        /* Here a real program does something else. */
        wait_until(&listener, &listener.ended);
        parlour_op_free(op);
        wait_until(&listener, &listener.forgotten);
    }
    parlour_request_free(request);
    return code;
}

int main(void) {
    struct service service;
    parlour_error *error = NULL;
    parlour_result code = service_connect(&service, &error);
    if (code == PARLOUR_OK) {
        code = listen_to(&service, "Count to 12.", 0, &error);
    }
    if (code == PARLOUR_OK) {
        code = listen_to(&service, "Count to 100.", 40, &error);
    }
    service_close(&service);
    return code == PARLOUR_OK ? EXIT_SUCCESS : failed(code, error);
}
