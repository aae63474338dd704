// Files and skills: a file goes up from a path, from memory or from a function, is found in the list, and is deleted; a
// skill is made of files.
//
//     c++ -std=c++17 files.cpp $(pkg-config --cflags --libs parlour) -o files && ./files
//     ./files report.pdf     # and this one
#include "service.hpp"

#include <cstring>
#include <iostream>
#include <vector>

using parlour::Endpoint;
using parlour::Json;
using parlour::Upload;

// A file that is made while it is sent, line by line.
static Upload squares() {
    int number = 0;
    return Upload::reader(
        "squares.csv", [number](char *buffer, std::size_t size) mutable -> std::optional<std::size_t> {
            if (number == 3) { return 0; }
            const std::string line = std::to_string(number) + ',' + std::to_string(number * number) + '\n';
            ++number;
            if (line.size() > size) { return std::nullopt; }
            std::memcpy(buffer, line.data(), line.size());
            return line.size();
        });
}

static void keep_files(const parlour::Client &client, const std::vector<Upload> &files) {
    std::vector<std::string> ids;
    for (const Upload &file : files) {
        const parlour::Answer made = client.call(file.endpoint());
        ids.emplace_back(Json::parse(made.body())["/id"].string());
    }
    for (const Json &file : parlour::Pages(client, Endpoint("files.list").query("limit", "100"))) {
        std::cout << "file " << file["/filename"].string() << ", " << file["/size_bytes"].integer() << " bytes\n";
    }
    for (const std::string &id : ids) {
        const parlour::Answer deleted = client.call(Endpoint("files.delete").id(id));
        std::cout << "deleted, answered with status " << deleted.head().status() << '\n';
    }
}

// The names of a skill's files begin with the folder that they share.
static void keep_skill(const parlour::Client &client) {
    parlour::SkillFiles files;
    files.add(Upload::bytes("rivers/SKILL.md",
                            "---\nname: rivers\ndescription: Tells of rivers\n---\nName the longest first.\n"));
    const parlour::Answer made = client.call(files.create("Rivers"));
    const std::string id(Json::parse(made.body())["/id"].string());
    std::cout << "skill " << id << '\n';
    for (const Json &version : parlour::Pages(client, Endpoint("skills.versions.list").id(id))) {
        std::cout << "version " << version["/name"].string() << " of the skill\n";
    }
}

int main(int argc, char **argv) {
    try {
        const Service service = connect();
        std::vector<Upload> files;
        files.push_back(Upload::bytes("rivers.txt", "Po, Arno, Tiber\n"));
        files.push_back(squares());
        for (int at = 1; at < argc; ++at) {
            files.push_back(Upload::path(argv[at]));
        }
        keep_files(service.client, files);
        keep_skill(service.client);
        return EXIT_SUCCESS;
    } catch (const std::exception &error) {
        std::cerr << "error: " << error.what() << '\n';
        return EXIT_FAILURE;
    }
}
