package io.sluice.infra.iam;

/// One action on one resource that a function's role is allowed.
///
/// @param function what the function is: `transform`, `flush`, `retention`, `repartition`
/// @param resource with the names that the function's variables have in place of the names there
public record Grant(String function, String action, String resource) implements Comparable<Grant> {
    @Override
    public int compareTo(Grant other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
        return function + " " + action + " " + resource;
    }
}
