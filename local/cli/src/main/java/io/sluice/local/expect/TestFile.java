package io.sluice.local.expect;

import java.util.List;

/// A file of expectations.
///
/// @param name          what the user calls it
/// @param configuration the path of the configuration that its cases are about, relative to the file
/// @param cases         at least one
public record TestFile(String name, String configuration, List<TestCase> cases) {
    public TestFile {
        cases = List.copyOf(cases);
    }
}
