/* The directory of the example `memory`: no path and no link leads out of it. */
#include "check.h"

#include "../../../../examples/c/memory_directory.h"

#include <ftw.h>
#include <pthread.h>

/* A directory for the memory, and a secret beside it. */
typedef struct {
    char home[32];
    int beside, root;
} memory_place;

static void write_at(int directory, const char *name, const char *text) {
    int file = openat(directory, name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    CHECK(file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text) && close(file) == 0);
}

static bool is_at(int directory, const char *name) {
    struct stat status;
    return fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0;
}

/* The text of a file, in a buffer that the next one uses. */
static const char *read_at(int directory, const char *name) {
    static char text[256];
    int file = openat(directory, name, O_RDONLY | O_CLOEXEC);
    ssize_t count = read(file, text, sizeof text - 1);
    CHECK(file >= 0 && count >= 0 && close(file) == 0);
    text[count] = '\0';
    return text;
}

static memory_place memory_place_new(void) {
    memory_place made;
    strcpy(made.home, "/tmp/parlour-memory-XXXXXX");
    CHECK(mkdtemp(made.home) != NULL);
    made.beside = open(made.home, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    CHECK(made.beside >= 0 && mkdirat(made.beside, "notes", 0700) == 0);
    made.root = openat(made.beside, "notes", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    CHECK(made.root >= 0 && mkdirat(made.root, "inner", 0700) == 0);
    write_at(made.beside, "secret", "SECRET");
    write_at(made.root, "inner/note.md", "first\nsecond\n");
    return made;
}

static int removed(const char *path, const struct stat *status, int kind, struct FTW *at) {
    (void)status, (void)kind, (void)at;
    return remove(path);
}

static void memory_place_free(const memory_place *old) {
    close(old->root);
    close(old->beside);
    CHECK(nftw(old->home, removed, 8, FTW_DEPTH | FTW_PHYS) == 0);
}

/* The commands of one turn, and their results: the texts that the model reads. */
typedef struct {
    char *calls;
    size_t len, count;
    parlour_json *results;
} turn;

/* Adds a command: its name, its path, which is quoted, and more of its input. */
static void add(turn *all, const char *command, const char *path, const char *more) {
    char quoted[256];
    CHECK(parlour_json_quote(parlour_str_z(path), quoted, sizeof quoted) < sizeof quoted);
    size_t room = all->len + 512 + strlen(more);
    all->calls = realloc(all->calls, room);
    CHECK(all->calls != NULL);
    all->len += (size_t)snprintf(
        all->calls + all->len, room - all->len,
        "%s{\"type\":\"tool_use\",\"id\":\"c%zu\",\"name\":\"memory\",\"input\":{\"command\":\"%s\",\"%s\":%s%s}}",
        all->count > 0 ? "," : "", all->count, command, strcmp(command, "rename") == 0 ? "old_path" : "path", quoted,
        more);
    all->count++;
}

#define MESSAGE \
    "{\"json\":{\"id\":\"m\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"svc-haiku-3-5\",\"content\":["
#define END(stop) "],\"stop_reason\":\"" stop "\",\"usage\":{\"input_tokens\":1,\"output_tokens\":1}}}"

static void run(memory_place *memory, turn *all) {
    place at = place_new(NULL);
    size_t room = all->len + 1024;
    char *script = malloc(room);
    parlour_tools *tools = NULL;
    parlour_tool_run *running = NULL;
    parlour_message *message = NULL;
    parlour_conversation *turns = NULL;
    parlour_request *request = asking("Look.");
    CHECK(script != NULL);
    snprintf(script, room,
             "[" MESSAGE "%s" END("tool_use") "," MESSAGE "{\"type\":\"text\",\"text\":\"done\"}" END("end_turn") "]",
             all->calls);
    order(&at, script);
    IS(PARLOUR_OK, parlour_tools_new(&tools));
    OK(memory_add(tools, &memory->root, &error));
    OK(parlour_tool_run_new(at.client, request, tools, NULL, &running, &error));
    OK(parlour_tool_run_until_done(running, &message, &error));
    CHECK(text_is(parlour_message_text(message), "done"));
    IS(PARLOUR_OK, parlour_tool_loop_conversation(parlour_tool_run_loop(running), &turns));
    OK(parlour_json_parse(parlour_conversation_turn_json(turns, 2), &all->results, &error));
    CHECK(parlour_json_count(parlour_json_at(all->results, parlour_str_z("/content"))) == all->count);
    parlour_conversation_free(turns);
    parlour_message_free(message);
    parlour_tool_run_free(running);
    parlour_tools_free(tools);
    parlour_request_free(request);
    free(script);
    place_free(&at);
}

static const parlour_json *result(const turn *all, size_t at) {
    return parlour_json_item(parlour_json_at(all->results, parlour_str_z("/content")), at);
}

static parlour_str told(const turn *all, size_t at) {
    return parlour_json_string(parlour_json_at(result(all, at), parlour_str_z("/content")));
}

static bool is_error(const turn *all, size_t at) {
    return parlour_json_bool(parlour_json_at(result(all, at), parlour_str_z("/is_error")), false);
}

static void turn_free(turn *all) {
    parlour_json_free(all->results);
    free(all->calls);
    memset(all, 0, sizeof *all);
}

static void no_path_and_no_link_leads_out(void) {
    memory_place memory = memory_place_new();
    turn all = {NULL, 0, 0, NULL};
    static const char *const paths[] = {"/memories/../secret",
                                        "/memories/inner/../../secret",
                                        "/memories/%2e%2e/secret",
                                        "/memories/..\\secret",
                                        "/memories/link",
                                        "/memories/hard",
                                        "/memories/up/secret",
                                        "/memories/pipe",
                                        "/etc/passwd",
                                        "memories/inner/note.md",
                                        "/memories/.",
                                        "/memories/a\nb",
                                        "/memoriesx/a",
                                        "/memories/1/2/3/4/5/6/7/8/9",
                                        ""};
    CHECK(symlinkat("../secret", memory.root, "link") == 0 && symlinkat("..", memory.root, "up") == 0);
    CHECK(linkat(memory.beside, "secret", memory.root, "hard", 0) == 0 && mkfifoat(memory.root, "pipe", 0600) == 0);
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        add(&all, "view", paths[i], "");
        add(&all, "create", paths[i], ",\"file_text\":\"x\"");
        add(&all, "str_replace", paths[i], ",\"old_str\":\"SECRET\",\"new_str\":\"x\"");
        add(&all, "insert", paths[i], ",\"insert_line\":0,\"insert_text\":\"x\"");
    }
    add(&all, "rename", "/memories/inner/note.md", ",\"new_path\":\"/memories/up/stolen\"");
    add(&all, "rename", "/memories/../secret", ",\"new_path\":\"/memories/mine\"");
    add(&all, "delete", "/memories/up/secret", "");
    add(&all, "delete", "/memories/../secret", "");
    run(&memory, &all);
    for (size_t i = 0; i < all.count; i++) {
        parlour_str text = told(&all, i);
        CHECK(is_error(&all, i) && text.len > 10 && !text_has(text, "SECRET") && !text_has(text, memory.home));
    }
    turn_free(&all);
    CHECK(strcmp(read_at(memory.beside, "secret"), "SECRET") == 0 && !is_at(memory.beside, "stolen"));
    CHECK(is_at(memory.root, "inner/note.md") && !is_at(memory.root, "mine"));

    /* Of a link that is deleted, the link goes; of a directory, all that it holds, and nothing that links in it lead
     * to. */
    CHECK(symlinkat("../..", memory.root, "inner/out") == 0);
    add(&all, "delete", "/memories/up", "");
    add(&all, "delete", "/memories/inner", "");
    run(&memory, &all);
    CHECK(!is_error(&all, 0) && !is_error(&all, 1));
    turn_free(&all);
    CHECK(strcmp(read_at(memory.beside, "secret"), "SECRET") == 0 && !is_at(memory.root, "up") &&
          !is_at(memory.root, "inner"));
    memory_place_free(&memory);
    passed("no_path_and_no_link_leads_out");
}

static void notes_are_kept(void) {
    memory_place memory = memory_place_new();
    turn all = {NULL, 0, 0, NULL};
    static const char *const steps[][3] = {
        {"create", "/memories/new/user.md", ",\"file_text\":\"Likes coffee.\\n\""},
        {"create", "/memories/new/user.md", ",\"file_text\":\"Twice.\""},
        {"str_replace", "/memories/new/user.md", ",\"old_str\":\"coffee\",\"new_str\":\"tea\""},
        {"insert", "/memories/new/user.md", ",\"insert_line\":1,\"insert_text\":\"Drinks it hot.\\n\""},
        {"rename", "/memories/new/user.md", ",\"new_path\":\"/memories/kept.md\""}};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        add(&all, steps[i][0], steps[i][1], steps[i][2]);
        run(&memory, &all);
        CHECK(is_error(&all, 0) == (i == 1) && text_has(told(&all, 0), i == 1 ? "exists" : "/memories/"));
        turn_free(&all);
    }
    CHECK(strcmp(read_at(memory.root, "kept.md"), "Likes tea.\nDrinks it hot.\n") == 0 &&
          !is_at(memory.root, "new/.user.md.new"));
    add(&all, "view", "/memories/kept.md", "");
    add(&all, "view", "/memories", "");
    add(&all, "view", "/memories/nowhere.md", "");
    add(&all, "delete", "/memories", "");
    add(&all, "str_replace", "/memories/kept.md", ",\"old_str\":\"milk\",\"new_str\":\"x\"");
    add(&all, "explode", "/memories/kept.md", "");
    run(&memory, &all);
    CHECK(!is_error(&all, 0) && text_has(told(&all, 0), "Likes tea.") && text_has(told(&all, 0), "Drinks it hot."));
    CHECK(!is_error(&all, 1) && text_has(told(&all, 1), "/memories/kept.md") &&
          text_has(told(&all, 1), "/memories/inner/note.md"));
    CHECK(is_error(&all, 2) && text_has(told(&all, 2), "does not exist"));
    CHECK(is_error(&all, 3) && text_has(told(&all, 3), "stays as it is"));
    CHECK(is_error(&all, 4) && is_error(&all, 5) && is_at(memory.root, "kept.md"));
    turn_free(&all);
    /* A file that is too large, and one that is not text, is an error for the model. */
    char *large = malloc(MEMORY_LARGEST + 2);
    CHECK(large != NULL);
    memset(large, 'a', MEMORY_LARGEST + 1);
    large[MEMORY_LARGEST + 1] = '\0';
    write_at(memory.root, "large.md", large);
    write_at(memory.root, "bytes.md", "\xff\xfe");
    free(large);
    add(&all, "view", "/memories/large.md", "");
    add(&all, "view", "/memories/bytes.md", "");
    run(&memory, &all);
    CHECK(is_error(&all, 0) && text_has(told(&all, 0), "too large") && is_error(&all, 1) &&
          text_has(told(&all, 1), "no text"));
    turn_free(&all);
    memory_place_free(&memory);
    passed("notes_are_kept");
}

/* Replaces a directory by a link to what lies beside it, and back, until it is stopped. */
typedef struct {
    int root;
    bool stop;
} swapper;

static void *swap(void *user) {
    swapper *mine = user;
    CHECK(symlinkat("..", mine->root, "out") == 0);
    while (!__atomic_load_n(&mine->stop, __ATOMIC_SEQ_CST)) {
        CHECK(renameat2(mine->root, "inner", mine->root, "out", RENAME_EXCHANGE) == 0);
    }
    return NULL;
}

static void a_race_leads_nowhere(void) {
    memory_place memory = memory_place_new();
    turn all = {NULL, 0, 0, NULL};
    swapper mine = {memory.root, false};
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, swap, &mine) == 0);
    for (size_t i = 0; i < 60; i++) {
        char path[40];
        snprintf(path, sizeof path, "/memories/inner/made-%zu", i);
        add(&all, "create", path, ",\"file_text\":\"x\"");
        add(&all, "view", "/memories/inner/secret", "");
        add(&all, "str_replace", "/memories/inner/secret", ",\"old_str\":\"SECRET\",\"new_str\":\"x\"");
    }
    run(&memory, &all);
    __atomic_store_n(&mine.stop, true, __ATOMIC_SEQ_CST);
    CHECK(pthread_join(thread, NULL) == 0);
    for (size_t i = 0; i < all.count; i++) {
        CHECK(!text_has(told(&all, i), "SECRET"));
    }
    turn_free(&all);
    for (size_t i = 0; i < 60; i++) {
        char name[40];
        snprintf(name, sizeof name, "made-%zu", i);
        CHECK(!is_at(memory.beside, name));
    }
    CHECK(strcmp(read_at(memory.beside, "secret"), "SECRET") == 0);
    memory_place_free(&memory);
    passed("a_race_leads_nowhere");
}

int main(void) {
    no_path_and_no_link_leads_out();
    notes_are_kept();
    a_race_leads_nowhere();
    return 0;
}
