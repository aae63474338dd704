/* Memory in the files of one directory, which no path and no link leads out of.
 *
 * The paths come from a model, which may have read them anywhere. Two things keep them inside:
 *
 * - A path is taken apart into names before the system sees it. "..", ".", hidden names, back-slashes, percent signs
 *   and control characters are refused; what is not below /memories is refused.
 * - Each name is opened relative to the descriptor of the directory before it, and links are never followed: there is
 *   no moment between a check and its use. Files with a second name (hard links) are refused, because that name may be
 *   outside. */
#ifndef MEMORY_DIRECTORY_H
#define MEMORY_DIRECTORY_H

#include <parlour.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Limits: bytes of a name and of a file, nesting of directories, entries of a listing. */
enum { MEMORY_LONGEST_NAME = 200, MEMORY_DEEPEST = 8, MEMORY_LARGEST = 1 << 20, MEMORY_MOST_ENTRIES = 1000 };

enum { MEMORY_DIRECTORY_FLAGS = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC };

/* The names of a path below /memories. */
struct memory_path {
    char names[MEMORY_DEEPEST][MEMORY_LONGEST_NAME + 1];
    size_t count;
};

/* Bytes that grow. */
struct memory_text {
    char *data;
    size_t len, room;
};

/* A call that is being carried out. Functions give 0, or else an error of the system; -1 says that `refused` has the
 * words. */
struct memory_call {
    int root;
    const parlour_json *command;
    parlour_tool_result *result;
    const char *refused;
};

static inline int memory_refuse(struct memory_call *call, const char *why) {
    call->refused = why;
    return -1;
}

/* The error of the last call of the system if it failed. */
static inline int memory_must(int result) { return result < 0 ? errno : 0; }

static inline parlour_str memory_field(const struct memory_call *call, const char *pointer) {
    return parlour_json_string(parlour_json_at(call->command, parlour_str_z(pointer)));
}

static inline bool memory_is(parlour_str text, const char *word) {
    return parlour_str_equal(text, parlour_str_z(word));
}

/* Adds bytes behind a text. A 0 behind them does not count. */
static inline int memory_append(struct memory_text *text, const char *data, size_t len) {
    if (text->room - text->len <= len) {
        size_t room = (text->len + len + 1) * 2;
        char *grown = realloc(text->data, room);
        if (grown == NULL) {
            return ENOMEM;
        }
        text->data = grown;
        text->room = room;
    }
    memcpy(text->data + text->len, data, len);
    text->len += len;
    text->data[text->len] = '\0';
    return 0;
}

/* The names of a path; refused if one of them could lead elsewhere. */
static inline int memory_names(struct memory_call *call, parlour_str path, struct memory_path *names) {
    size_t at = 0;
    bool inside = false;
    names->count = 0;
    if (path.len == 0 || path.data[0] != '/') {
        return memory_refuse(call, "The path is refused: it has to begin with /memories/.");
    }
    while (at < path.len) {
        size_t len = 0, letter;
        const char *name = path.data + at;
        while (at + len < path.len && name[len] != '/') {
            ++len;
        }
        at += len + 1;
        if (len == 0) {
            continue;
        }
        if (!inside) {
            if (!memory_is(parlour_str_n(name, len), "memories")) {
                break;
            }
            inside = true;
            continue;
        }
        if (names->count == MEMORY_DEEPEST) {
            return memory_refuse(call, "The path is refused: it has too many directories.");
        }
        if (name[0] == '.' || len > MEMORY_LONGEST_NAME) {
            return memory_refuse(call, "The path is refused: names must not begin with a dot, nor be too long.");
        }
        for (letter = 0; letter < len; ++letter) {
            /* No system decodes percent signs; a program that reads the files later might. */
            unsigned char one = (unsigned char)name[letter];
            if (one < 0x20 || one == 0x7f || one == '\\' || one == '%') {
                return memory_refuse(
                    call,
                    "The path is refused: names must not have back-slashes, percent signs or control characters.");
            }
        }
        memcpy(names->names[names->count], name, len);
        names->names[names->count++][len] = '\0';
    }
    return inside ? 0 : memory_refuse(call, "The path is refused: it has to begin with /memories/.");
}

/* The same for a path below the directory itself: its last name, and those of the directories before it. */
static inline int memory_file_names(struct memory_call *call, const char *field, struct memory_path *parents,
                                    const char **name) {
    int error = memory_names(call, memory_field(call, field), parents);
    if (error == 0 && parents->count == 0) {
        error = memory_refuse(call, "The directory /memories itself stays as it is.");
    }
    if (error == 0) {
        *name = parents->names[--parents->count];
    }
    return error;
}

/* Opens a directory, name by name from the root; makes those that are missing if it is asked to. */
static inline int memory_enter(const struct memory_call *call, const struct memory_path *names, bool make,
                               int *directory) {
    int at = fcntl(call->root, F_DUPFD_CLOEXEC, 0), error = memory_must(at);
    size_t depth;
    for (depth = 0; error == 0 && depth < names->count; ++depth) {
        int inner = -1;
        if (make && mkdirat(at, names->names[depth], 0700) < 0 && errno != EEXIST) {
            error = errno;
        } else {
            inner = openat(at, names->names[depth], MEMORY_DIRECTORY_FLAGS);
            error = memory_must(inner);
        }
        close(at);
        at = inner;
    }
    *directory = at;
    return error;
}

/* Reads a file, whose text is to be freed. */
static inline int memory_read(struct memory_call *call, const struct memory_path *parents, const char *name,
                              struct memory_text *text) {
    int directory = -1, file = -1, error = memory_enter(call, parents, false, &directory);
    struct stat status;
    if (error == 0) {
        /* O_NONBLOCK: a pipe that nobody writes to must not hold the thread. */
        file = openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        error = memory_must(file);
        close(directory);
    }
    if (error == 0) {
        error = memory_must(fstat(file, &status));
    }
    if (error == 0 && (!S_ISREG(status.st_mode) || status.st_nlink > 1)) {
        error = memory_refuse(call, "The path is no file, or one with a second name, which is not opened.");
    }
    while (error == 0) {
        char buffer[4096];
        ssize_t count = read(file, buffer, sizeof buffer);
        error = memory_must((int)count);
        if (count <= 0) {
            break;
        }
        /* Measured while it is read: the file may grow. */
        error = text->len + (size_t)count > MEMORY_LARGEST ? memory_refuse(call, "The file is too large.")
                                                           : memory_append(text, buffer, (size_t)count);
    }
    if (file >= 0) {
        close(file);
    }
    return error;
}

/* Writes the bytes of a file that was made for them. */
static inline int memory_fill(int file, parlour_str text) {
    while (text.len > 0) {
        ssize_t count = write(file, text.data, text.len);
        if (count < 0) {
            return errno;
        }
        text.data += count;
        text.len -= (size_t)count;
    }
    return memory_must(fsync(file));
}

/* Writes a file beside its place and moves it there, so that it is there whole or not at all. */
static inline int memory_write(struct memory_call *call, const struct memory_path *parents, const char *name,
                               parlour_str text, bool replace) {
    char beside[MEMORY_LONGEST_NAME + 8];
    int directory = -1, file = -1, error;
    if (text.len > MEMORY_LARGEST) {
        return memory_refuse(call, "The file would be too large. Split it.");
    }
    error = memory_enter(call, parents, !replace, &directory);
    if (error != 0) {
        return error;
    }
    snprintf(beside, sizeof beside, ".%s.new", name);
    /* Left by a program that was ended. */
    unlinkat(directory, beside, 0);
    file = openat(directory, beside, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    error = memory_must(file);
    if (error == 0) {
        error = memory_fill(file, text);
        close(file);
        if (error == 0) {
            /* A link fails if the name is taken, which a rename would not. */
            error = memory_must(replace ? renameat(directory, beside, directory, name)
                                        : linkat(directory, beside, directory, name, 0));
        }
        if (error != 0 || !replace) {
            unlinkat(directory, beside, 0);
        }
    }
    close(directory);
    return error;
}

/* Goes over the entries of a directory, whose descriptor stays open. */
static inline int memory_open_entries(int directory, DIR **entries) {
    int again = openat(directory, ".", MEMORY_DIRECTORY_FLAGS), error = memory_must(again);
    *entries = error == 0 ? fdopendir(again) : NULL;
    if (error == 0 && *entries == NULL) {
        error = errno;
        close(again);
    }
    return error;
}

static inline const char *memory_next_entry(DIR *entries) {
    const struct dirent *entry;
    do {
        entry = readdir(entries);
    } while (entry != NULL && (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0));
    return entry != NULL ? entry->d_name : NULL;
}

/* Writes the entries of a directory and its subdirectories as the array that parlour_client_list() takes; links and
 * devices are left out. */
static inline int memory_list(int directory, const char *before, struct memory_text *json, size_t *count) {
    DIR *entries = NULL;
    const char *name;
    int error = memory_open_entries(directory, &entries);
    while (error == 0 && *count < MEMORY_MOST_ENTRIES && (name = memory_next_entry(entries)) != NULL) {
        char path[2 * 256 + 2], quoted[6 * sizeof path + 2], entry[sizeof quoted + 32];
        struct stat status;
        bool is_directory;
        error = memory_must(fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW));
        if (error != 0) {
            /* It went away meanwhile. */
            error = error == ENOENT ? 0 : error;
            continue;
        }
        is_directory = S_ISDIR(status.st_mode);
        snprintf(path, sizeof path, "%s%s%s", before, name, is_directory ? "/" : "");
        if ((!is_directory && !S_ISREG(status.st_mode)) ||
            parlour_json_quote(parlour_str_z(path), quoted, sizeof quoted) == 0) {
            continue;
        }
        snprintf(entry, sizeof entry, "%s[%s,%llu]", *count > 0 ? "," : "", quoted,
                 is_directory ? 0ULL : (unsigned long long)status.st_size);
        error = memory_append(json, entry, strlen(entry));
        ++*count;
        if (error == 0 && is_directory && before[0] == '\0') {
            int inner = openat(directory, name, MEMORY_DIRECTORY_FLAGS);
            error = memory_must(inner);
            if (error == 0) {
                error = memory_list(inner, path, json, count);
                close(inner);
            }
        }
    }
    if (entries != NULL) {
        closedir(entries);
    }
    return error;
}

/* Removes a file or a link, or a directory with all it holds; what links lead to stays. */
static inline int memory_remove(int directory, const char *name) {
    struct stat status;
    int error = memory_must(fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW));
    if (error == 0 && S_ISDIR(status.st_mode)) {
        DIR *entries = NULL;
        const char *entry;
        int inner = openat(directory, name, MEMORY_DIRECTORY_FLAGS);
        error = memory_must(inner);
        if (error == 0) {
            error = memory_open_entries(inner, &entries);
            while (error == 0 && (entry = memory_next_entry(entries)) != NULL) {
                error = memory_remove(inner, entry);
            }
            if (entries != NULL) {
                closedir(entries);
            }
            close(inner);
        }
    }
    return error != 0 ? error : memory_must(unlinkat(directory, name, S_ISDIR(status.st_mode) ? AT_REMOVEDIR : 0));
}

/* Says what a command came to. */
static inline void memory_say(struct memory_call *call, parlour_str text, bool is_error) {
    parlour_tool_result_set_text(call->result, text, is_error);
}

/* Takes the result of parlour_client_apply() or parlour_client_list() and frees it: sets the tool result, and gives the
 * text to be written first, if there is one. */
static inline int memory_take(struct memory_call *call, parlour_result code, parlour_json *applied,
                              const struct memory_path *parents, const char *name) {
    int error = code == PARLOUR_OK ? 0 : memory_refuse(call, "The file is no text.");
    if (error == 0) {
        const parlour_json *text = parlour_json_at(applied, parlour_str_z("/text"));
        parlour_str refusal = parlour_json_string(parlour_json_at(applied, parlour_str_z("/refusal")));
        if (text != NULL) {
            error = memory_write(call, parents, name, parlour_json_string(text), true);
        }
        if (error == 0) {
            memory_say(call,
                       refusal.len > 0 ? refusal
                                       : parlour_json_string(parlour_json_at(applied, parlour_str_z("/reply"))),
                       refusal.len > 0);
        }
    }
    parlour_json_free(applied);
    return error;
}

/* view of a directory. */
static inline int memory_show_directory(struct memory_call *call, parlour_str input, const struct memory_path *names) {
    struct memory_text list = {NULL, 0, 0};
    parlour_json *shown = NULL;
    size_t count = 0;
    int directory = -1, error = memory_enter(call, names, false, &directory);
    if (error == 0) {
        error = memory_append(&list, "[", 1);
        if (error == 0) {
            error = memory_list(directory, "", &list, &count);
        }
        close(directory);
    }
    if (error == 0) {
        error = memory_append(&list, "]", 1);
    }
    if (error == 0) {
        parlour_result code = parlour_client_list(input, parlour_str_n(list.data, list.len), &shown, NULL);
        error = memory_take(call, code, shown, names, NULL);
    }
    free(list.data);
    return error;
}

/* view of a file, str_replace and insert. */
static inline int memory_apply(struct memory_call *call, parlour_str input) {
    struct memory_text text = {NULL, 0, 0};
    struct memory_path parents;
    parlour_json *applied = NULL;
    const char *name = NULL;
    int error = memory_file_names(call, "/input/path", &parents, &name);
    if (error == 0) {
        error = memory_read(call, &parents, name, &text);
    }
    if (error == 0) {
        parlour_result code = parlour_client_apply(input, parlour_str_n(text.data, text.len), &applied, NULL);
        error = memory_take(call, code, applied, &parents, name);
    }
    free(text.data);
    return error;
}

static inline int memory_view(struct memory_call *call, parlour_str input) {
    struct memory_path names;
    int error = memory_names(call, memory_field(call, "/input/path"), &names);
    if (error == 0) {
        error = memory_show_directory(call, input, &names);
    }
    /* No directory, or a link: reading tells them apart. */
    return names.count > 0 && (error == ENOTDIR || error == ELOOP) ? memory_apply(call, input) : error;
}

static inline int memory_delete(struct memory_call *call) {
    struct memory_path parents;
    const char *name = NULL;
    int directory = -1, error = memory_file_names(call, "/input/path", &parents, &name);
    if (error == 0) {
        error = memory_enter(call, &parents, false, &directory);
    }
    if (error == 0) {
        error = memory_remove(directory, name);
        close(directory);
    }
    return error;
}

static inline int memory_rename(struct memory_call *call) {
    struct memory_path from, to;
    const char *old_name = NULL, *new_name = NULL;
    struct stat status;
    int old_place = -1, new_place = -1, error = memory_file_names(call, "/input/old_path", &from, &old_name);
    if (error == 0) {
        error = memory_file_names(call, "/input/new_path", &to, &new_name);
    }
    if (error == 0) {
        error = memory_enter(call, &from, false, &old_place);
    }
    if (error == 0) {
        /* Nothing is made for a move that cannot be. */
        error = memory_must(fstatat(old_place, old_name, &status, AT_SYMLINK_NOFOLLOW));
        if (error == 0) {
            error = memory_enter(call, &to, true, &new_place);
        }
        if (error == 0) {
            error = fstatat(new_place, new_name, &status, AT_SYMLINK_NOFOLLOW) == 0
                        ? EEXIST
                        : memory_must(renameat(old_place, old_name, new_place, new_name));
            close(new_place);
        }
        close(old_place);
    }
    return error;
}

static inline int memory_create(struct memory_call *call) {
    struct memory_path parents;
    const char *name = NULL;
    int error = memory_file_names(call, "/input/path", &parents, &name);
    return error == 0 ? memory_write(call, &parents, name, memory_field(call, "/input/file_text"), false) : error;
}

/* Gives the model an error message. The message has no part of the path outside the directory. */
static inline void memory_fail(struct memory_call *call, int error) {
    parlour_str words = memory_field(call, error == EEXIST ? "/exists" : "/not_found");
    char text[64];
    if (error < 0) {
        words = parlour_str_z(call->refused);
    } else if (error == ENOTDIR) {
        words = parlour_str_z("A part of the path is no directory.");
    } else if (error == ELOOP) {
        words = parlour_str_z("The path is a link, and links are not followed.");
    } else if ((error != EEXIST && error != ENOENT) || words.len == 0) {
        snprintf(text, sizeof text, "The path cannot be used (error %d).", error);
        words = parlour_str_z(text);
    }
    memory_say(call, words, true);
}

/* The function of the tool. Within a turn its calls run one after the other. */
static inline void memory_call_tool(void *user, const parlour_tool_call *call, parlour_tool_result *result) {
    struct memory_call mine = {*(const int *)user, NULL, result, NULL};
    parlour_json *command = NULL;
    parlour_str name, input, refusal, done;
    int error = 0;
    if (parlour_client_command(parlour_str_z("memory"), parlour_str_z(""), parlour_tool_call_input_json(call), &command,
                               NULL) != PARLOUR_OK) {
        memory_say(&mine, parlour_str_z("The command cannot be read."), true);
        return;
    }
    mine.command = command;
    name = memory_field(&mine, "/name");
    input = parlour_json_text(parlour_json_at(command, parlour_str_z("/input")));
    refusal = memory_field(&mine, "/refusal");
    done = memory_field(&mine, "/done");
    if (refusal.len > 0) {
        memory_say(&mine, refusal, true);
    } else if (memory_is(name, "view")) {
        error = memory_view(&mine, input);
        done.len = 0;
    } else if (memory_is(name, "str_replace") || memory_is(name, "insert")) {
        error = memory_apply(&mine, input);
        done.len = 0;
    } else if (memory_is(name, "create")) {
        error = memory_create(&mine);
    } else if (memory_is(name, "delete")) {
        error = memory_delete(&mine);
    } else if (memory_is(name, "rename")) {
        error = memory_rename(&mine);
    } else {
        memory_say(&mine, memory_field(&mine, "/unsupported"), true);
        done.len = 0;
    }
    if (error != 0) {
        memory_fail(&mine, error);
    } else if (refusal.len == 0 && done.len > 0) {
        memory_say(&mine, done, false);
    }
    parlour_json_free(command);
}

/* Adds the memory tool. `root` is the open directory, whose descriptor has to stay where it is, and open, for as long
 * as the tools. */
static inline parlour_result memory_add(parlour_tools *tools, int *root, parlour_error **error) {
    parlour_json *definition = NULL;
    parlour_result code =
        parlour_client_tool_definition(parlour_str_z("memory"), parlour_str_z(""), &definition, error);
    if (code == PARLOUR_OK) {
        code = parlour_tools_add_definition(tools, parlour_json_text(definition), memory_call_tool, root, NULL, error);
    }
    parlour_json_free(definition);
    return code;
}

#endif
