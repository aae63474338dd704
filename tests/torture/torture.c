/* Fails one call of one library: for tests that a program survives a moment without threads, descriptors, memory or
 * room on the disk.
 *
 * Loaded with LD_PRELOAD, or part of the program. torture_arm() names the call to fail and which of them, counted from
 * 1, or all from that one on; only calls that the library of this name makes itself are counted and failed, those of
 * the host are not. torture_disarm() ends it and says how many were seen. A host that can call neither opens files
 * instead:
 * "/torture/arm/LIBRARY/CALL/NUMBER/LASTING", which is never there, and "/torture/disarm", which holds the number. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

/* An allocation of a body, not of a table. */
#define LARGE ((size_t)1 << 20)

static char wanted_call[32];
static char wanted_library[128];
static long wanted_number;
static int lasts;
static atomic_long seen;
static atomic_int armed;

void torture_arm(const char *library, const char *call, long number, int lasting) {
    strncpy(wanted_library, library, sizeof wanted_library - 1);
    strncpy(wanted_call, call, sizeof wanted_call - 1);
    wanted_number = number;
    lasts = lasting;
    atomic_store(&seen, 0);
    atomic_store(&armed, 1);
}

long torture_disarm(void) {
    atomic_store(&armed, 0);
    return atomic_load(&seen);
}

static int fails(const char *call, const void *caller) {
    Dl_info info;
    if (!atomic_load(&armed) || strcmp(call, wanted_call) != 0) {
        return 0;
    }
    if (dladdr(caller, &info) == 0 || info.dli_fname == NULL || strstr(info.dli_fname, wanted_library) == NULL) {
        return 0;
    }
    long number = atomic_fetch_add(&seen, 1) + 1;
    return lasts ? number >= wanted_number : number == wanted_number;
}

#define FAILS(call) fails(call, __builtin_return_address(0))
#define REAL(type, name, ...) \
    static type (*real)(__VA_ARGS__); \
    if (real == NULL) { *(void **)&real = dlsym(RTLD_NEXT, #name); }
#define REFUSED(code, value) \
    do { \
        errno = (code); \
        return (value); \
    } while (0)

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument) {
    REAL(int, pthread_create, pthread_t *, const pthread_attr_t *, void *(*)(void *), void *)
    return FAILS("pthread_create") ? EAGAIN : real(thread, attributes, run, argument);
}

int socket(int domain, int type, int protocol) {
    REAL(int, socket, int, int, int)
    if (FAILS("socket")) REFUSED(EMFILE, -1);
    return real(domain, type, protocol);
}

int epoll_create1(int flags) {
    REAL(int, epoll_create1, int)
    if (FAILS("epoll_create1")) REFUSED(EMFILE, -1);
    return real(flags);
}

int epoll_ctl(int epoll, int operation, int fd, struct epoll_event *event) {
    REAL(int, epoll_ctl, int, int, int, struct epoll_event *)
    if (operation == EPOLL_CTL_ADD && FAILS("epoll_ctl")) REFUSED(ENOMEM, -1);
    return real(epoll, operation, fd, event);
}

int eventfd(unsigned int value, int flags) {
    REAL(int, eventfd, unsigned int, int)
    if (FAILS("eventfd")) REFUSED(EMFILE, -1);
    return real(value, flags);
}

int timerfd_create(int clock, int flags) {
    REAL(int, timerfd_create, int, int)
    if (FAILS("timerfd_create")) REFUSED(EMFILE, -1);
    return real(clock, flags);
}

/* What a host asks for by the name of a file. */
static int asked(const char *what) {
    char library[128], call[32], count[32];
    long number;
    int lasting;
    if (sscanf(what, "arm/%127[^/]/%31[^/]/%ld/%d", library, call, &number, &lasting) == 4) {
        torture_arm(library, call, number, lasting);
    } else if (strcmp(what, "disarm") == 0) {
        int file = memfd_create("torture", MFD_CLOEXEC);
        int length = snprintf(count, sizeof count, "%ld", torture_disarm());
        if (file >= 0 && pwrite(file, count, (size_t)length, 0) == length) {
            return file;
        }
    }
    REFUSED(ENOENT, -1);
}

#define OPENER(name) \
    int name(const char *path, int flags, ...) { \
        REAL(int, name, const char *, int, ...) \
        va_list rest; \
        va_start(rest, flags); \
        mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : 0; \
        va_end(rest); \
        if (strncmp(path, "/torture/", 9) == 0) return asked(path + 9); \
        /* The certificates that the system trusts are hundreds of files. */ \
        if (strncmp(path, "/etc/", 5) != 0 && strncmp(path, "/usr/", 5) != 0 && FAILS("open")) REFUSED(EMFILE, -1); \
        return real(path, flags, mode); \
    }
OPENER(open)
OPENER(open64)

ssize_t send(int fd, const void *data, size_t length, int flags) {
    REAL(ssize_t, send, int, const void *, size_t, int)
    if (FAILS("send")) REFUSED(ENOBUFS, -1);
    return real(fd, data, length, flags);
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
    REAL(ssize_t, sendmsg, int, const struct msghdr *, int)
    if (FAILS("send")) REFUSED(ENOBUFS, -1);
    return real(fd, message, flags);
}

/* To a file on a disk that is full. */
ssize_t write(int fd, const void *data, size_t length) {
    struct stat about;
    REAL(ssize_t, write, int, const void *, size_t)
    if (atomic_load(&armed) && fstat(fd, &about) == 0 && S_ISREG(about.st_mode) && FAILS("write")) REFUSED(ENOSPC, -1);
    return real(fd, data, length);
}

int fsync(int fd) {
    REAL(int, fsync, int)
    if (FAILS("sync")) REFUSED(EIO, -1);
    return real(fd);
}

int fdatasync(int fd) {
    REAL(int, fdatasync, int)
    if (FAILS("sync")) REFUSED(EIO, -1);
    return real(fd);
}

int rename(const char *from, const char *to) {
    REAL(int, rename, const char *, const char *)
    if (FAILS("rename")) REFUSED(EIO, -1);
    return real(from, to);
}

ssize_t pread64(int fd, void *data, size_t length, off_t at) {
    REAL(ssize_t, pread64, int, void *, size_t, off_t)
    if (FAILS("pread")) REFUSED(ENOMEM, -1);
    return real(fd, data, length, at);
}

/* Found before the first allocation of dlsym(): by the names that glibc gives its own. */
extern void *__libc_malloc(size_t size);
extern void *__libc_realloc(void *block, size_t size);

void *malloc(size_t size) {
    if (size >= LARGE && FAILS("allocate")) REFUSED(ENOMEM, NULL);
    return __libc_malloc(size);
}

void *realloc(void *block, size_t size) {
    if (size >= LARGE && FAILS("allocate")) REFUSED(ENOMEM, NULL);
    return __libc_realloc(block, size);
}
