// The same in C++. It wants nothing but the installed headers and library.
#include <parlour.hpp>
#include <parlour_emulator.hpp>

#include <exception>
#include <iostream>
#include <string>

int main() {
    try {
        const parlour::Emulator emulator;
        const parlour::Client client(emulator.config());
        parlour::Request request("svc-haiku-3-5", 16);
        request.user("Say hello");

        const parlour::Message message = client.create(request);
        std::string text;
        parlour::Stream stream = client.stream(request);
        for (const auto &event : stream) {
            text += event.text();
        }
        std::cout << "parlour " << parlour::version() << ": " << text << '\n';
        return parlour::abi_fits() && message.text() == "hello" && text == "hello" ? 0 : 1;
    } catch (const std::exception &error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
