package io.sluice.local.smoke;

/// Amazon EventBridge Scheduler: what runs the flusher every minute.
interface CloudSchedules {
    void disable(String schedule);

    void enable(String schedule);
}
