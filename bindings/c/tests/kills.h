/* A run of batches that is killed at twenty moments (protocol §8.4): the process that kills, for the tests of C and of
 * C++, which differ in the child. Written in what both languages have. */
#ifndef PARLOUR_TESTS_KILLS_H
#define PARLOUR_TESTS_KILLS_H

#include "parlour.h"
#include "parlour_emulator.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { KILL_ROWS = 40, KILL_ROWS_PER_BATCH = 2, KILLS = 20 };

#define MUST(condition)                                                                 \
    do {                                                                                \
        if (!(condition)) {                                                             \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);     \
            exit(1);                                                                    \
        }                                                                               \
    } while (0)

/* The exit code of a child whose run was in doubt, and whose journal was given what a user would append. */
enum { KILL_SETTLED = 3 };

/* Appends the line that the message of an error in doubt names for a batch of this run: nobody else uses the
 * service. */
static inline int kill_settle(const char *journal, const char *message) {
    const char *from = strstr(message, " the line "), *to = strstr(message, " if it is of this run");
    FILE *file = fopen(journal, "a");
    MUST(from != NULL && to != NULL && file != NULL);
    from += strlen(" the line ");
    MUST(fprintf(file, "%.*s\n", (int)(to - from), from) > 0 && fclose(file) == 0);
    return KILL_SETTLED;
}

/* The child process: runs "row-0" to "row-39", each of which asks for its own name, in batches of two, with this
 * journal. For each result it writes a line with the id and the text of the answer. Exit code 0 if all went well,
 * `KILL_SETTLED` after an error in doubt. */
typedef int (*kill_child_fn)(const char *url, const char *api_key, const char *journal);

/* A xorshift of a fixed seed: the moments are the same each time, as far as processes run alike. */
static uint64_t kill_seed = 0x9e3779b97f4a7c15u;

static inline unsigned kill_random(unsigned below) {
    kill_seed ^= kill_seed << 13;
    kill_seed ^= kill_seed >> 7;
    kill_seed ^= kill_seed << 17;
    return (unsigned)(kill_seed % below);
}

static inline void kill_pause(long microseconds) {
    struct timespec pause;
    pause.tv_sec = 0;
    pause.tv_nsec = microseconds * 1000;
    nanosleep(&pause, NULL);
}

/* When a child is killed. None of these is a time: the child has come so far. */
typedef struct {
    size_t requests; /* the service has got so many of its requests; 0: does not matter */
    size_t lines;    /* it has written so many lines */
    unsigned later;  /* microseconds after that: while an answer is on its way, is read, or is written down */
} kill_moment;

/* Draws the next moment, and scripts the service's reply to the last request before it. */
static inline kill_moment kill_draw(const parlour_emulator *emulator, int killed) {
    kill_moment moment = {0, 0, 0};
    char script[160], before[40] = "";
    unsigned how = kill_random(killed < KILLS * 3 / 5 ? 3 : 4);
    if (how == 3) {
        /* Not at first, for all is submitted before the first result is read. */
        moment.lines = 1 + kill_random(KILL_ROWS - 1);
        moment.later = kill_random(2000);
        return moment;
    }
    moment.requests = 1 + kill_random(7);
    if (moment.requests > 1) {
        snprintf(before, sizeof before, "{\"repeat\":%u},", (unsigned)moment.requests - 1);
    }
    if (how == 0) {
        /* It is answered, or would be. */
        moment.later = kill_random(2000);
        return moment;
    }
    if (how == 1) {
        /* The request is carried out, and no answer is sent. */
        snprintf(script, sizeof script, "[%s{\"fault\":\"stall_before_headers\"}]", before);
    } else {
        /* It is carried out, and a part of the answer comes. */
        snprintf(script, sizeof script, "[%s{\"fault\":{\"stall_at\":%u}}]", before, kill_random(200));
        moment.later = kill_random(2000);
    }
    MUST(parlour_emulator_script_json(emulator, parlour_str_z(script), NULL) == PARLOUR_OK);
    return moment;
}

/* The output of a child so far. */
typedef struct {
    char text[KILL_ROWS * 32];
    size_t len;
    size_t lines;
    int from;
} kill_output;

/* Takes what there is; false at the end. */
static inline bool kill_take(kill_output *output) {
    for (;;) {
        ssize_t count = read(output->from, output->text + output->len, sizeof output->text - output->len);
        if (count < 0) {
            MUST(errno == EAGAIN || errno == EINTR);
            return true;
        }
        if (count == 0) {
            /* Full would look like the end: no child has so much to say. */
            MUST(output->len < sizeof output->text);
            return false;
        }
        for (; count > 0; count--) {
            output->lines += output->text[output->len++] == '\n';
        }
    }
}

/* Checks that each line is the result of its id and that no id occurs twice; returns the number of lines. */
static inline size_t kill_check_output(const kill_output *output) {
    bool seen[KILL_ROWS] = {false};
    size_t count = 0, at = 0;
    while (count < output->lines) {
        char line[64], expected[64];
        size_t len = 0;
        int row = -1;
        for (; output->text[at] != '\n'; at++) {
            MUST(len + 1 < sizeof line);
            line[len++] = output->text[at];
        }
        at++;
        line[len] = '\0';
        MUST(sscanf(line, "row-%d ", &row) == 1 && row >= 0 && row < KILL_ROWS);
        snprintf(expected, sizeof expected, "row-%d row-%d", row, row);
        if (strcmp(line, expected) != 0 || seen[row]) {
            fprintf(stderr, "killed runs: %s: '%s'\n", seen[row] ? "a result came twice" : "no result of its request",
                    line);
            exit(1);
        }
        seen[row] = true;
        count++;
    }
    return count;
}

typedef enum { KILL_ENDED, KILL_DONE, KILL_IN_DOUBT } kill_end;

/* Starts a child, and kills it at this moment unless `spare` (`KILL_DONE`); else it has ended well with all results, or
 * its run was in doubt and can go on. */
static inline kill_end kill_one(const parlour_emulator *emulator, char *program, char *journal, kill_moment moment,
                                bool spare) {
    char url[64], key[64];
    char *arguments[] = {program, url, key, journal, NULL};
    char *environment[] = {NULL};
    posix_spawn_file_actions_t actions;
    kill_output output;
    int ends[2], status = 0;
    size_t before = parlour_emulator_request_count(emulator);
    pid_t child = 0;
    snprintf(url, sizeof url, PARLOUR_STR_FORMAT, PARLOUR_STR_ARG(parlour_emulator_url(emulator)));
    snprintf(key, sizeof key, PARLOUR_STR_FORMAT, PARLOUR_STR_ARG(parlour_emulator_api_key(emulator)));
    MUST(pipe2(ends, O_CLOEXEC) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0);
    MUST(posix_spawn_file_actions_init(&actions) == 0 &&
         posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO) == 0);
    MUST(posix_spawn(&child, program, &actions, NULL, arguments, environment) == 0);
    MUST(posix_spawn_file_actions_destroy(&actions) == 0 && close(ends[1]) == 0);
    memset(&output, 0, sizeof output);
    output.from = ends[0];
    for (;;) {
        pid_t ended = waitpid(child, &status, WNOHANG);
        MUST(ended >= 0);
        kill_take(&output);
        if (ended == child) {
            break;
        }
        if (!spare && parlour_emulator_request_count(emulator) - before >= moment.requests &&
            output.lines >= moment.lines) {
            kill_pause((long)moment.later);
            /* No process can catch it. */
            MUST(kill(child, SIGKILL) == 0 && waitpid(child, &status, 0) == child);
            break;
        }
        kill_pause(500);
    }
    MUST(!kill_take(&output) && close(ends[0]) == 0);
    size_t results = kill_check_output(&output);
    if (WIFSIGNALED(status)) {
        MUST(WTERMSIG(status) == SIGKILL && !spare);
        return KILL_DONE;
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == KILL_SETTLED) {
        return KILL_IN_DOUBT;
    }
    /* It may have ended just before. */
    MUST(WIFEXITED(status) && WEXITSTATUS(status) == 0 && results == KILL_ROWS);
    return KILL_ENDED;
}

/* Checks that the service received each request once, in as many batches as they fill. */
static inline void kill_check_book(const parlour_emulator *emulator) {
    parlour_config *config = NULL;
    parlour_client *client = NULL;
    parlour_endpoint *call = NULL;
    parlour_answer *answer = NULL;
    parlour_json *book = NULL;
    MUST(parlour_config_new(&config) == PARLOUR_OK && parlour_config_set_use_env(config, false, NULL) == PARLOUR_OK);
    MUST(parlour_config_set_base_url(config, parlour_emulator_url(emulator), NULL) == PARLOUR_OK);
    MUST(parlour_config_set_api_key(config, parlour_emulator_api_key(emulator), NULL) == PARLOUR_OK);
    MUST(parlour_client_new(config, &client, NULL) == PARLOUR_OK);
    MUST(parlour_endpoint_request(parlour_str_z("GET"), parlour_str_z("/emulator/book"), &call, NULL) == PARLOUR_OK);
    MUST(parlour_client_call(client, call, NULL, &answer, NULL) == PARLOUR_OK);
    MUST(parlour_json_parse(parlour_answer_body(answer), &book, NULL) == PARLOUR_OK);
    const parlour_json *ids = parlour_json_at(book, parlour_str_z("/custom_ids"));
    MUST(parlour_json_count(ids) == KILL_ROWS);
    for (int row = 0; row < KILL_ROWS; row++) {
        char at[32];
        snprintf(at, sizeof at, "/row-%d", row);
        MUST(parlour_json_int(parlour_json_at(ids, parlour_str_z(at)), 0) == 1);
    }
    MUST(parlour_json_int(parlour_json_at(book, parlour_str_z("/batches")), 0) == KILL_ROWS / KILL_ROWS_PER_BATCH);
    parlour_json_free(book);
    parlour_answer_free(answer);
    parlour_endpoint_free(call);
    parlour_client_free(client);
    parlour_config_free(config);
}

/* `main`: as the child if it was given what a child is given, else as the one that kills. */
static inline int kill_main(int argc, char **argv, kill_child_fn child) {
    char folder[] = "/tmp/parlour-kills-XXXXXX", journal[64];
    parlour_emulator *emulator = NULL;
    int killed = 0;
    kill_end last = KILL_IN_DOUBT;
    if (argc == 4) {
        /* It must not outlive a test that was given up. */
        alarm(240);
        return child(argv[1], argv[2], argv[3]);
    }
    MUST(parlour_emulator_start(parlour_str_z("{\"batch_polls\":1}"), &emulator, NULL) == PARLOUR_OK);
    MUST(mkdtemp(folder) != NULL);
    snprintf(journal, sizeof journal, "%s/run.journal", folder);
    while (killed < KILLS) {
        killed += kill_one(emulator, argv[0], journal, kill_draw(emulator, killed), false) == KILL_DONE;
        /* The service completes the requests of the killed process before the next one starts. */
        MUST(parlour_emulator_wait_open_connections(emulator, 0, 30000) == PARLOUR_OK);
        MUST(parlour_emulator_clear(emulator) == PARLOUR_OK);
    }
    const kill_moment never = {0, 0, 0};
    /* Each batch of the run is in doubt once at most. */
    for (int doubts = 0; last == KILL_IN_DOUBT; doubts++) {
        MUST(doubts <= KILL_ROWS / KILL_ROWS_PER_BATCH);
        last = kill_one(emulator, argv[0], journal, never, true);
    }
    MUST(last == KILL_ENDED);
    kill_check_book(emulator);
    MUST(unlink(journal) == 0 && rmdir(folder) == 0);
    parlour_emulator_free(emulator);
    return 0;
}

#endif
