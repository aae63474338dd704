/* A server for tests that takes a connection, reads a part of a request, and goes away in the middle of it. It runs on
 * a thread of its own, on the loopback, on a free port.
 *
 * Wants a POSIX system; one server a program. */
#ifndef CLOSING_SERVER_H
#define CLOSING_SERVER_H

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int closing_server_socket = -1;
static char closing_server_url[64];
static atomic_uint closing_server_served;
static pthread_t closing_server_thread;

/* Goes away in three ways in turn: at once, after some of the body in an orderly way (with bytes unread, which the
 * system turns into a reset), and after some of the body by a plain reset. */
static void closing_server_leave(int connection, unsigned number) {
    char bytes[16384];
    size_t want = number % 3 == 0 ? 0 : (size_t)(number % 7 + 1) * 20000;
    while (want > 0) {
        ssize_t got = read(connection, bytes, sizeof bytes);
        if (got <= 0) {
            break;
        }
        want -= (size_t)got < want ? (size_t)got : want;
    }
    if (number % 3 == 2) {
        struct linger reset = {1, 0};
        setsockopt(connection, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
    }
    close(connection);
}

static void *closing_server_run(void *unused) {
    (void)unused;
    for (;;) {
        int connection = accept(closing_server_socket, NULL, NULL);
        if (connection < 0) {
            return NULL;
        }
        closing_server_leave(connection, atomic_fetch_add(&closing_server_served, 1));
    }
}

/* Starts it and writes its address to closing_server_url. */
static void closing_server_start(void) {
    struct sockaddr_in address;
    socklen_t length = sizeof address;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    closing_server_socket = socket(AF_INET, SOCK_STREAM, 0);
    if (closing_server_socket < 0 || bind(closing_server_socket, (struct sockaddr *)&address, sizeof address) != 0 ||
        listen(closing_server_socket, 64) != 0 ||
        getsockname(closing_server_socket, (struct sockaddr *)&address, &length) != 0 ||
        pthread_create(&closing_server_thread, NULL, closing_server_run, NULL) != 0) {
        perror("the server of the test");
        exit(2);
    }
    snprintf(closing_server_url, sizeof closing_server_url, "http://127.0.0.1:%u", (unsigned)ntohs(address.sin_port));
}

/* Ends it. */
static void closing_server_stop(void) {
    shutdown(closing_server_socket, SHUT_RDWR);
    pthread_join(closing_server_thread, NULL);
    close(closing_server_socket);
}

#endif
