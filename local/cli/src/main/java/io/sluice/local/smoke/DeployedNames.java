package io.sluice.local.smoke;

import java.util.List;

/// What was deployed, by its names in the account.
///
/// @param transform the transform function
/// @param mapping   by which Lambda reads the queue
/// @param schedules that run the flusher, its sweep and the retention
record DeployedNames(String transform, String flush, String mapping, List<String> schedules, String data,
        String staging,
        String table) {
    private static final String MAPPING = "AWS::Lambda::EventSourceMapping";
    private static final String SCHEDULE = "AWS::Scheduler::Schedule";

    DeployedNames {
        schedules = List.copyOf(schedules);
    }

    /// @throws SmokeException when something is not there
    static DeployedNames of(StackState state, List<StackResource> resources) {
        List<String> mappings = names(resources, MAPPING);
        List<String> schedules = names(resources, SCHEDULE);
        if (mappings.size() != 1 || schedules.isEmpty()) {
            throw new SmokeException("the stack has " + mappings.size() + " mappings and " + schedules.size()
                    + " schedules, not one and some");
        }
        return new DeployedNames(state.output("TransformFunctionName"), state.output("FlushFunctionName"),
                mappings.getFirst(), schedules, state.output("DataBucketName"), state.output("StagingBucketName"),
                state.output("IndexTableName"));
    }

    private static List<String> names(List<StackResource> resources, String type) {
        return resources.stream().filter(each -> each.type().equals(type)).map(StackResource::name).toList();
    }
}
