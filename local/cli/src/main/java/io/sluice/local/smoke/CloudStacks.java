package io.sluice.local.smoke;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// AWS CloudFormation: stacks.
interface CloudStacks {
    /// Begins to make a stack.
    void create(String stack, String templateUrl, Map<String, String> parameters);

    /// The state of a stack; empty: there is none.
    Optional<StackState> state(String stack);

    /// All resources of a stack that have a name; also those that it left where they are.
    List<StackResource> resources(String stack);

    /// The first reason that the stack gives for a failure.
    Optional<String> failure(String stack);

    /// Begins to remove a stack.
    void delete(String stack);
}
