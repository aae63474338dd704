/* Memory: the model keeps notes in files of one directory, which no path and no link leads out of (memory_directory.h).
 *
 *     cc memory.c $(pkg-config --cflags --libs parlour) -o memory && ./memory notes
 *     ./memory notes "What do you know of me?"
 */
#include "memory_directory.h"
#include "service.h"

#define CALL(id, input) "{\"type\":\"tool_use\",\"id\":\"" id "\",\"name\":\"memory\",\"input\":" input "}"
#define ANSWER(stop, content) \
    "{\"json\":{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"svc-sonnet-4-5\"," \
    "\"content\":[" content "],\"stop_reason\":\"" stop "\",\"usage\":{\"input_tokens\":9,\"output_tokens\":9}}}"

#define ESCAPES \
    CALL("b", "{\"command\":\"view\",\"path\":\"/memories/../../etc/passwd\"}") "," \
    CALL("c", "{\"command\":\"view\",\"path\":\"/memories/link/passwd\"}")
#define WRITES \
    CALL("d", "{\"command\":\"create\",\"path\":\"/memories/user.md\",\"file_text\":\"Likes coffee.\\n\"}") "," \
    CALL("e", "{\"command\":\"str_replace\",\"path\":\"/memories/user.md\",\"old_str\":\"coffee\",\"new_str\":\"tea\"}")
/* The script of the emulator's model: it lists the directory, tries to leave the directory in several ways, keeps a
 * note, and answers. */
static const char script[] = "["
    ANSWER("tool_use", CALL("a", "{\"command\":\"view\",\"path\":\"/memories\"}")) ","
    ANSWER("tool_use", ESCAPES "," WRITES) ","
    ANSWER("end_turn", "{\"type\":\"text\",\"text\":\"I shall remember that you like tea.\"}") "]";

/* Prints the results of the calls, as the model read them. */
static parlour_result show_results(parlour_tool_run *run, parlour_error **error) {
    parlour_conversation *turns = NULL;
    size_t turn, block;
    parlour_result code = parlour_tool_loop_conversation(parlour_tool_run_loop(run), &turns);
    for (turn = 0; code == PARLOUR_OK && turn < parlour_conversation_turn_count(turns); ++turn) {
        parlour_json *json = NULL;
        const parlour_json *blocks;
        code = parlour_json_parse(parlour_conversation_turn_json(turns, turn), &json, error);
        blocks = parlour_json_at(json, parlour_str_z("/content"));
        for (block = 0; block < parlour_json_count(blocks); ++block) {
            const parlour_json *one = parlour_json_item(blocks, block);
            if (memory_is(text_at(one, "/type"), "tool_result")) {
                parlour_str told = parlour_json_text(parlour_json_at(one, parlour_str_z("/content")));
                printf("  " PARLOUR_STR_FORMAT ": " PARLOUR_STR_FORMAT "\n",
                       PARLOUR_STR_ARG(text_at(one, "/tool_use_id")), PARLOUR_STR_ARG(told));
            }
        }
        parlour_json_free(json);
    }
    parlour_conversation_free(turns);
    return code;
}

static parlour_result ask(const struct service *service, int *root, const char *question, parlour_error **error) {
    parlour_request *request = NULL;
    parlour_tools *tools = NULL;
    parlour_tool_run *run = NULL;
    parlour_message *reply = NULL;
    parlour_result code = parlour_request_new(parlour_str_z(service->model), 1024, &request);
    if (code == PARLOUR_OK) {
        code = parlour_request_set_system(
            request, parlour_str_z("Look at your memory before you answer, and keep what you learn of the user."),
            error);
    }
    if (code == PARLOUR_OK) {
        code = parlour_request_add_user_text(request, parlour_str_z(question), error);
    }
    if (code == PARLOUR_OK) {
        code = parlour_tools_new(&tools);
    }
    if (code == PARLOUR_OK) {
        code = memory_add(tools, root, error);
    }
    if (code == PARLOUR_OK) {
        code = parlour_tool_run_new(service->client, request, tools, NULL, &run, error);
    }
    if (code == PARLOUR_OK) {
        code = parlour_tool_run_until_done(run, &reply, error);
    }
    if (code == PARLOUR_OK) {
        code = show_results(run, error);
    }
    if (code == PARLOUR_OK) {
        printf("model: ");
        put(parlour_message_text(reply));
        printf("\n");
    }
    parlour_message_free(reply);
    parlour_tool_run_free(run);
    parlour_tools_free(tools);
    parlour_request_free(request);
    return code;
}

/* Prints a note of the memory. */
static void show_note(int root, const char *name) {
    int file = openat(root, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    char note[256];
    ssize_t count = file < 0 ? 0 : read(file, note, sizeof note);
    if (count > 0) {
        printf("memory: %s: %.*s", name, (int)count, note);
    }
    if (file >= 0) {
        close(file);
    }
}

int main(int argc, char **argv) {
    const char *question = argc > 2 ? argv[2] : "Remember that I like tea.";
    char scratch[] = "/tmp/parlour-memory-XXXXXX";
    const char *folder = argc > 1 ? argv[1] : mkdtemp(scratch);
    struct service service;
    parlour_error *error = NULL;
    parlour_result code;
    int root = -1;
    if (folder != NULL && (mkdir(folder, 0700) == 0 || errno == EEXIST)) {
        root = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    }
    if (root < 0) {
        perror(folder != NULL ? folder : scratch);
        return EXIT_FAILURE;
    }
    code = service_connect(&service, &error);
    if (code == PARLOUR_OK && service.emulator != NULL) {
        if (argc < 2 && symlinkat("/etc", root, "link") < 0) {
            perror("link");
        }
        code = parlour_emulator_script_json(service.emulator, parlour_str_z(script), &error);
    }
    if (code == PARLOUR_OK) {
        code = ask(&service, &root, question, &error);
    }
    if (code == PARLOUR_OK) {
        show_note(root, "user.md");
    }
    service_close(&service);
    if (argc < 2) {
        unlinkat(root, "link", 0);
        unlinkat(root, "user.md", 0);
        rmdir(scratch);
    }
    close(root);
    return code == PARLOUR_OK ? EXIT_SUCCESS : failed(code, error);
}
