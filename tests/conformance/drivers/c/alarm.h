/* A thread that does something after a time, unless it is told before that it need not: what another thread does to one that waits. */
#ifndef DRIVER_ALARM_H
#define DRIVER_ALARM_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

typedef struct alarm_clock {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct timespec at;
    void (*ring)(const void *what);
    const void *what;
    bool over;
} alarm_clock;

/* Calls `ring` with `what` after so many milliseconds, on a thread of its own. */
void start_alarm(alarm_clock *clock, int64_t after_ms, void (*ring)(const void *what), const void *what);
/* Returns when `ring` has returned, or will not be called. */
void stop_alarm(alarm_clock *clock);

#endif
