/* A thread that acts after a time unless it is stopped first: plays the other thread that cancels or interrupts a
 * waiting one. */
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
