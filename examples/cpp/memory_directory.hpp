// Memory in the files of one directory, which no path and no link leads out of.
//
// The paths come from a model, which may have read them anywhere. Two things keep them inside:
//
// * A path is taken apart into names before the system sees it. "..", ".", hidden names, back-slashes, percent signs
// and control
//   characters are refused; what is not below /memories is refused.
// * Each name is opened relative to the descriptor of the directory before it, and links are never followed: there is
// no moment
//   between a check and its use. Files with a second name (hard links) are refused, because that one may stand outside.
#ifndef EXAMPLES_MEMORY_DIRECTORY_HPP
#define EXAMPLES_MEMORY_DIRECTORY_HPP

#include <parlour.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

// What a file may have.
constexpr std::size_t longest_name = 200, deepest = 8, largest_file = 1 << 20, most_entries = 1000;

// A descriptor that is closed.
class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {
        if (number < 0) {
            throw std::system_error(errno, std::generic_category());
        }
    }
    Descriptor(Descriptor &&other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor &operator=(Descriptor &&other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~Descriptor() {
        if (number_ >= 0) {
            close(number_);
        }
    }
    int get() const { return number_; }
    // Leaves the closing to somebody else.
    void release() { number_ = -1; }

private:
    int number_;
};

// Fails with what the system says.
inline void must(int result) {
    if (result < 0) {
        throw std::system_error(errno, std::generic_category());
    }
}

// What the model is told in place of an answer.
struct Refused {
    std::string why;
};

class MemoryDirectory {
public:
    using Names = std::vector<std::string>;
    using Entries = std::vector<std::pair<std::string, std::uint64_t>>;

    // Files below this directory, which has to be there.
    explicit MemoryDirectory(const std::string &path) : root_(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {}

    // The memory tool; the directory must live as long as the tools.
    void add_to(parlour::Tools &tools) {
        const auto carried_out =
            [this](parlour::ToolResult (MemoryDirectory::*command)(const parlour::ClientCommand &)) {
                return [this, command](const parlour::ClientCommand &given) { return carry_out(given, command); };
            };
        parlour::add_client_tool(tools, "memory",
                                 {{"view", carried_out(&MemoryDirectory::view)},
                                  {"create", carried_out(&MemoryDirectory::create)},
                                  {"str_replace", carried_out(&MemoryDirectory::edit)},
                                  {"insert", carried_out(&MemoryDirectory::edit)},
                                  {"delete", carried_out(&MemoryDirectory::remove)},
                                  {"rename", carried_out(&MemoryDirectory::rename)}});
    }

private:
    static constexpr int directory_flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

    // Runs a command, and words the system's errors for the model. They contain nothing of the path outside.
    parlour::ToolResult carry_out(const parlour::ClientCommand &given,
                                  parlour::ToolResult (MemoryDirectory::*command)(const parlour::ClientCommand &)) {
        try {
            return (this->*command)(given);
        } catch (const Refused &refused) {
            return parlour::ToolResult::error(refused.why);
        } catch (const std::system_error &error) {
            switch (error.code().value()) {
            case ENOENT: return given.not_found();
            case ENOTDIR: return parlour::ToolResult::error("A part of the path is no directory.");
            case EEXIST: return given.exists();
            case ELOOP: return parlour::ToolResult::error("The path is a link, and links are not followed.");
            default: return parlour::ToolResult::error("The path cannot be used: " + error.code().message() + ".");
            }
        }
    }

    parlour::ToolResult view(const parlour::ClientCommand &command) {
        const Names names = names_of(command["/path"].string());
        try {
            return command.list(listed(enter(names), "")).reply;
        } catch (const std::system_error &error) {
            // No directory, or a link: reading tells them apart.
            if (names.empty() || (error.code().value() != ENOTDIR && error.code().value() != ELOOP)) {
                throw;
            }
        }
        return answer(command.apply(read(names)));
    }
    parlour::ToolResult create(const parlour::ClientCommand &command) {
        write(file_names(command["/path"].string()), command["/file_text"].string(), false);
        return command.done();
    }
    parlour::ToolResult edit(const parlour::ClientCommand &command) {
        const Names names = file_names(command["/path"].string());
        const parlour::Applied applied = command.apply(read(names));
        if (!applied.is_refused) {
            write(names, applied.text, true);
        }
        return answer(applied);
    }
    parlour::ToolResult remove(const parlour::ClientCommand &command) {
        Names parents = file_names(command["/path"].string());
        const std::string name = take_last(parents);
        remove_all(enter(parents), name);
        return command.done();
    }
    parlour::ToolResult rename(const parlour::ClientCommand &command) {
        Names from = file_names(command["/old_path"].string()), to = file_names(command["/new_path"].string());
        const std::string old_name = take_last(from), new_name = take_last(to);
        const Descriptor old_place = enter(from);
        struct stat status;
        // Nothing is made for a move that cannot be.
        must(fstatat(old_place.get(), old_name.c_str(), &status, AT_SYMLINK_NOFOLLOW));
        const Descriptor new_place = enter(to, true);
        if (fstatat(new_place.get(), new_name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0) {
            return command.exists();
        }
        must(renameat(old_place.get(), old_name.c_str(), new_place.get(), new_name.c_str()));
        return command.done();
    }

    static parlour::ToolResult answer(const parlour::Applied &applied) {
        return applied.is_refused ? parlour::ToolResult::error(applied.reply) : parlour::ToolResult(applied.reply);
    }

    // The names below /memories; refused if one of them could lead elsewhere.
    static Names names_of(std::string_view path) {
        const auto refused = [&](const char *why) { return Refused{"The path is refused: " + std::string(why) + "."}; };
        Names names;
        for (std::size_t at = 0; at < path.size();) {
            const std::size_t end = std::min(path.find('/', at), path.size());
            if (end > at) {
                names.emplace_back(path.substr(at, end - at));
            }
            at = end + 1;
        }
        if (path.substr(0, 1) != "/" || names.empty() || names.front() != "memories") {
            throw refused("it has to begin with /memories/");
        }
        names.erase(names.begin());
        if (names.size() > deepest) {
            throw refused("it has too many directories");
        }
        for (const std::string &name : names) {
            if (name.front() == '.' || name.size() > longest_name) {
                throw refused("names must not begin with a dot, nor be too long");
            }
            for (const unsigned char letter : name) {
                // No system decodes percent signs; a program that reads the files later might.
                if (letter < 0x20 || letter == 0x7f || letter == '\\' || letter == '%') {
                    throw refused("names must not have back-slashes, percent signs or control characters");
                }
            }
        }
        return names;
    }
    // The same for a path below the directory itself.
    static Names file_names(std::string_view path) {
        Names names = names_of(path);
        if (names.empty()) {
            throw Refused{"The directory /memories itself stays as it is."};
        }
        return names;
    }
    static std::string take_last(Names &names) {
        std::string last = std::move(names.back());
        names.pop_back();
        return last;
    }

    // A directory, name by name from the root.
    Descriptor enter(const Names &names, bool make = false) const {
        Descriptor at(fcntl(root_.get(), F_DUPFD_CLOEXEC, 0));
        for (const std::string &name : names) {
            if (make && mkdirat(at.get(), name.c_str(), 0700) < 0 && errno != EEXIST) {
                must(-1);
            }
            at = Descriptor(openat(at.get(), name.c_str(), directory_flags));
        }
        return at;
    }

    std::string read(Names names) const {
        const std::string name = take_last(names);
        // O_NONBLOCK: a pipe that nobody writes to must not hold the thread.
        const Descriptor file(openat(enter(names).get(), name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
        struct stat status;
        must(fstat(file.get(), &status));
        if (!S_ISREG(status.st_mode) || status.st_nlink > 1) {
            throw Refused{"The path is no file, or one with a second name, which is not opened."};
        }
        std::string text;
        char buffer[4096];
        ssize_t count;
        // Measured while it is read: the file may grow.
        while ((count = ::read(file.get(), buffer, sizeof buffer)) > 0 && text.size() <= largest_file) {
            text.append(buffer, static_cast<std::size_t>(count));
        }
        must(count < 0 ? -1 : 0);
        if (text.size() > largest_file) {
            throw Refused{"The file is too large."};
        }
        return text;
    }

    // Writes a file beside its place and moves it there, so that it is there whole or not at all.
    void write(Names names, std::string_view text, bool replace) const {
        const std::string name = take_last(names), beside = "." + name + ".new";
        if (text.size() > largest_file) {
            throw Refused{"The file would be too large. Split it."};
        }
        const Descriptor place = enter(names, !replace);
        // Left by a program that was ended.
        unlinkat(place.get(), beside.c_str(), 0);
        const Descriptor file(
            openat(place.get(), beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
        try {
            while (!text.empty()) {
                const ssize_t count = ::write(file.get(), text.data(), text.size());
                must(count < 0 ? -1 : 0);
                text.remove_prefix(static_cast<std::size_t>(count));
            }
            must(fsync(file.get()));
            if (replace) {
                must(renameat(place.get(), beside.c_str(), place.get(), name.c_str()));
            } else {
                // Fails if the name is taken, which a rename would not.
                must(linkat(place.get(), beside.c_str(), place.get(), name.c_str(), 0));
                must(unlinkat(place.get(), beside.c_str(), 0));
            }
        } catch (...) {
            unlinkat(place.get(), beside.c_str(), 0);
            throw;
        }
    }

    static std::vector<std::string> entries_of(const Descriptor &directory) {
        Descriptor again(openat(directory.get(), ".", directory_flags));
        const std::unique_ptr<DIR, int (*)(DIR *)> stream(fdopendir(again.get()), closedir);
        must(stream ? 0 : -1);
        // The stream closes it.
        again.release();
        std::vector<std::string> names;
        while (const dirent *entry = readdir(stream.get())) {
            if (const std::string name = entry->d_name; name != "." && name != "..") {
                names.push_back(name);
            }
        }
        return names;
    }

    // What stands in a directory, and in those within it; links and devices do not count.
    static Entries listed(const Descriptor &directory, const std::string &before) {
        Entries found;
        for (const std::string &name : entries_of(directory)) {
            struct stat status;
            must(fstatat(directory.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW));
            if (found.size() >= most_entries) {
                break;
            }
            if (S_ISREG(status.st_mode)) {
                found.emplace_back(before + name, static_cast<std::uint64_t>(status.st_size));
            } else if (S_ISDIR(status.st_mode)) {
                found.emplace_back(before + name + '/', 0);
                if (before.empty()) {
                    const Entries inner =
                        listed(Descriptor(openat(directory.get(), name.c_str(), directory_flags)), name + '/');
                    found.insert(found.end(), inner.begin(), inner.end());
                }
            }
        }
        return found;
    }

    // Removes a file or a link, or a directory with all it holds; what links lead to stays.
    static void remove_all(const Descriptor &directory, const std::string &name) {
        struct stat status;
        must(fstatat(directory.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW));
        if (S_ISDIR(status.st_mode)) {
            const Descriptor inner(openat(directory.get(), name.c_str(), directory_flags));
            for (const std::string &entry : entries_of(inner)) {
                remove_all(inner, entry);
            }
        }
        must(unlinkat(directory.get(), name.c_str(), S_ISDIR(status.st_mode) ? AT_REMOVEDIR : 0));
    }

    Descriptor root_;
};

#endif
