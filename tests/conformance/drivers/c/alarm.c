#include "alarm.h"

#include "calls.h"

static void *ring_in_time(void *argument) {
    alarm_clock *clock = argument;
    pthread_mutex_lock(&clock->lock);
    int timed_out = 0;
    while (!clock->over && !timed_out) timed_out = pthread_cond_timedwait(&clock->changed, &clock->lock, &clock->at);
    if (!clock->over) clock->ring(clock->what);
    pthread_mutex_unlock(&clock->lock);
    return NULL;
}

void start_alarm(alarm_clock *clock, int64_t after_ms, void (*ring)(const void *what), const void *what) {
    int64_t at = now_ms() + after_ms;
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&clock->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&clock->lock, NULL);
    clock->ring = ring;
    clock->what = what;
    clock->over = false;
    clock->at = (struct timespec){.tv_sec = at / 1000, .tv_nsec = at % 1000 * 1000000};
    pthread_create(&clock->thread, NULL, ring_in_time, clock);
}

void stop_alarm(alarm_clock *clock) {
    pthread_mutex_lock(&clock->lock);
    clock->over = true;
    pthread_cond_signal(&clock->changed);
    pthread_mutex_unlock(&clock->lock);
    pthread_join(clock->thread, NULL);
    pthread_cond_destroy(&clock->changed);
    pthread_mutex_destroy(&clock->lock);
}
