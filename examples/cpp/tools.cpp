// Tools that are lambdas: the library asks, runs what the model calls, all calls of a turn at the same time, and asks
// again until the model answers in text.
//
//     c++ -std=c++17 tools.cpp $(pkg-config --cflags --libs parlour) -o tools && ./tools
#include "service.hpp"

#include <iostream>
#include <sstream>

// What the tool needs of its input, as the JSON Schema that the model reads.
static const char *const schema = R"({
    "type": "object",
    "properties": {
        "degrees": {"type": "number"},
        "from": {"type": "string", "enum": ["celsius", "fahrenheit"]}
    },
    "required": ["degrees", "from"]
})";

// Runs on a thread of its own. What it throws is told to the model, which may try again.
static parlour::ToolResult convert(parlour::ToolCallRef call) {
    const auto input = parlour::Json::parse(call.input_json());
    const bool from_celsius = input["/from"].string() == "celsius";
    if (!from_celsius && input["/from"].string() != "fahrenheit") {
        throw parlour::ToolError("from is neither celsius nor fahrenheit");
    }
    const double degrees = input["/degrees"].number();
    std::ostringstream result;
    if (from_celsius) {
        result << degrees * 9 / 5 + 32 << " fahrenheit";
    } else {
        result << (degrees - 32) * 5 / 9 << " celsius";
    }
    return result.str();
}

int main(int argc, char **argv) {
    try {
        const Service service = connect();
        parlour::Tools tools;
        tools.add("convert", "Converts degrees between celsius and fahrenheit.", schema, convert);
        parlour::Request request(service.model, 512);
        request.user(argc > 1 ? argv[1] : "Convert 21.5 degrees celsius to fahrenheit.");

        // Answer by answer, to look at each; run_tools() gives the last one alone.
        parlour::ToolRun run(service.client, request, tools);
        while (const auto answer = run.next()) {
            for (const auto block : answer->blocks()) {
                if (block.kind() == parlour::BlockKind::kToolUse) {
                    std::cout << "call:  " << block.tool_name() << '(' << block.tool_input_json() << ")\n";
                }
            }
            if (!answer->text().empty()) {
                std::cout << "model: " << *answer << '\n';
            }
        }
        std::cout << "the loop " << run.loop().end() << " after " << run.turn_count() << " answers\n";
        return EXIT_SUCCESS;
    } catch (const std::exception &error) {
        std::cerr << "error: " << error.what() << '\n';
        return EXIT_FAILURE;
    }
}
