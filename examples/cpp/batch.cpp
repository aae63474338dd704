// One batch: created, watched while it is worked on, and its results read as they arrive. `batches` is for any number
// of requests.
//
//     c++ -std=c++17 batch.cpp $(pkg-config --cflags --libs parlour) -o batch && ./batch
#include "service.hpp"

#include <iostream>
#include <vector>

using parlour::Endpoint;
using parlour::Json;

static const std::vector<std::string> rivers{"Elbe", "Ebro", "Po", "Tagus"};

// The id of the batch with these requests.
static std::string create(const Service &service) {
    parlour::BatchRequests requests;
    for (const std::string &river : rivers) {
        parlour::Request request(service.model, 64);
        request.user("Where does the " + river + " rise?");
        requests.add(river, request);
    }
    const parlour::Answer batch = service.client.call(requests.endpoint());
    return std::string(Json::parse(batch.body())["/id"].string());
}

// Shows the batch each time it was looked at, and gives it as it ended. Who leaves the loop ends the waiting; the batch
// goes on.
static std::string wait(const Service &service, const std::string &id) {
    parlour::BatchWait pauses;
    if (service.emulator) {
        // Of a real service, leave the pauses to the library.
        pauses.first = std::chrono::milliseconds(1);
    }
    std::string last;
    for (const parlour::Event &look : service.client.stream(Endpoint::wait(id, pauses))) {
        last = look.json();
        const Json batch = Json::parse(last);
        const std::int64_t left = batch["/request_counts/processing"].integer(),
                           total = static_cast<std::int64_t>(rivers.size());
        std::cout << bar(total - left, total) << batch["/processing_status"].string() << ", " << left << " are left\n";
    }
    return last;
}

int main() {
    try {
        const Service service = connect();
        const std::string id = create(service);
        const std::string ended = wait(service, id);
        for (const parlour::Event &line : service.client.stream(Endpoint::results_of(ended))) {
            if (line.kind() == parlour::EventKind::kBroken) {
                std::cout << "a line cannot be read: " << line.text() << '\n';
                continue;
            }
            const Json one = Json::parse(line.json());
            std::cout << one["/custom_id"].string() << ' ' << one["/result/type"].string() << ": "
                      << one["/result/message/content/0/text"].string() << '\n';
        }
        const parlour::Answer deleted = service.client.call(Endpoint("batches.delete").id(id));
        std::cout << "deleted, answered with status " << deleted.head().status() << '\n';
        return EXIT_SUCCESS;
    } catch (const std::exception &error) {
        std::cerr << "error: " << error.what() << '\n';
        return EXIT_FAILURE;
    }
}
