/* The names that the code blocks of the pages take for granted. */
#include <parlour.h>
#include <parlour_emulator.h>
#include <stdio.h>

extern parlour_config *config;
extern parlour_client *client;
extern parlour_request *request;
extern parlour_message *message;
extern parlour_queue *queue;
extern parlour_op *op;
extern parlour_error *error;
extern parlour_result code;
extern uint64_t token;
extern void *user;
void on_batch(void *user, const parlour_op *op, const parlour_batch *batch);
void on_done(void *user, const parlour_op *op, const parlour_error *error);
void user_free(void *user);
void watch_for_reading(int fd);
