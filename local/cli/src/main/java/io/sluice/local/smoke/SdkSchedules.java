package io.sluice.local.smoke;

import software.amazon.awssdk.services.scheduler.SchedulerClient;
import software.amazon.awssdk.services.scheduler.model.GetScheduleResponse;
import software.amazon.awssdk.services.scheduler.model.ScheduleState;

/// Schedules by AWS's SDK.
record SdkSchedules(SchedulerClient scheduler) implements CloudSchedules {
    @Override
    public void disable(String schedule) {
        set(schedule, ScheduleState.DISABLED);
    }

    @Override
    public void enable(String schedule) {
        set(schedule, ScheduleState.ENABLED);
    }

    /// An update replaces a schedule as a whole (Amazon EventBridge Scheduler API reference, `UpdateSchedule`).
    private void set(String schedule, ScheduleState state) {
        GetScheduleResponse now = scheduler.getSchedule(request -> request.name(schedule));
        scheduler.updateSchedule(request -> request.name(schedule).groupName(now.groupName())
                .description(now.description()).scheduleExpression(now.scheduleExpression())
                .flexibleTimeWindow(now.flexibleTimeWindow()).target(now.target()).state(state));
    }
}
