// Structured answers: a record out of a text, held against a JSON Schema; what is left where there is none; and an
// answer that is shown while it grows.
//
//     c++ -std=c++17 structured.cpp $(pkg-config --cflags --libs parlour) -o structured && ./structured
#include "service.hpp"

#include <iostream>

// A type of the program, and what the model is told of it.
struct Person {
    static constexpr const char *schema = R"({
        "type": "object",
        "properties": {"name": {"type": "string"}, "age": {"type": "integer", "minimum": 0}},
        "required": ["name", "age"]
    })";
    std::string name;
    std::int64_t age;

    // The value was held against the schema: nothing is missing.
    explicit Person(const parlour::Json &json) : name(json["/name"].string()), age(json["/age"].integer()) {}
};

// The value, or why there is none. The tokens were paid in either case.
static void report(const parlour::Parsed &parsed) {
    switch (parsed.outcome()) {
    case parlour::AnswerOutcome::kValue: {
        const Person person(parsed.value());
        std::cout << "name: " << person.name << ", age: " << person.age << '\n';
        break;
    }
    case parlour::AnswerOutcome::kRefused: std::cout << "refused: " << parsed.reason() << '\n'; break;
    case parlour::AnswerOutcome::kCut: std::cout << "cut (" << parsed.reason() << "): " << parsed.text() << '\n'; break;
    default: std::cout << "does not fit: " << parsed.reason() << '\n'; break;
    }
    std::cout << '[' << parsed.answer_count() << " answers: " << parsed.usage_json() << "]\n";
}

int main(int argc, char **argv) {
    try {
        const Service service = connect();
        parlour::Request request(service.model, 256);
        request.user(argc > 1 ? argv[1] : R"(The guest is called "Ada", and she is 36.)");

        // Whole, and asked for once more if it does not fit.
        parlour::AnswerOptions once_more;
        once_more.max_reasks = 1;
        report(parlour::parse(service.client, request, Person::schema, once_more));

        // As it arrives: the plan says what is to be sent, and judges what came.
        const parlour::AnswerPlan plan(request, Person::schema);
        parlour::PartialJson growing = plan.partial();
        parlour::Stream stream = service.client.stream(plan.request());
        for (const auto &event : stream) {
            if (growing.take(event)) {
                std::cout << "so far: " << growing.text() << '\n';
            }
        }
        report(plan.judge(stream.message()));
        return EXIT_SUCCESS;
    } catch (const std::exception &error) {
        std::cerr << "error: " << error.what() << '\n';
        return EXIT_FAILURE;
    }
}
