package io.sluice.jq;

import java.util.List;
import java.util.Optional;

/// The outputs of a program that was run on a text.
///
/// @param outputs the compact JSON of each output, in order, up to the failure
/// @param failure the first error, when there was one: jq goes on with the next input after an error of the program
public record JqRun(List<String> outputs, Optional<JqException> failure) {}
