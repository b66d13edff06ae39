package io.sluice.local.run;

import io.sluice.config.StreamConfiguration;
import io.sluice.local.input.Reading;
import io.sluice.local.records.InputSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// The settings of a run.
///
/// @param configuration     the stream's configuration
/// @param configurationJson the same as JSON, for the functions' environment
/// @param inputs            what to read, in this order
/// @param content           what the inputs hold
/// @param reading           how they are read
/// @param recordBytes       the most bytes of a record that lines are packed into; empty: a record is a line
/// @param arrival           jq program of a record's arrival time; empty: all arrive when the run starts
public record RunSettings(StreamConfiguration configuration, byte[] configurationJson, List<InputSource> inputs,
        Content content, Reading reading, OptionalInt recordBytes, Optional<String> arrival) {

    /// The content of inputs.
    public enum Content {
        /// Lines and JSON documents.
        RECORDS,
        /// The lines of error objects, whose records are to be fed again.
        ERROR_OBJECTS
    }

    /// Inputs that show by themselves how they are to be read.
    public RunSettings(StreamConfiguration configuration, byte[] configurationJson, List<InputSource> inputs,
            Content content, OptionalInt recordBytes, Optional<String> arrival) {
        this(configuration, configurationJson, inputs, content, Reading.RECORDS, recordBytes, arrival);
    }

    public RunSettings {
        inputs = List.copyOf(inputs);
    }

    /// Tests whether records bring their arrival times along, so that time is theirs.
    boolean hasOwnTime() {
        return arrival.isPresent() || content == Content.ERROR_OBJECTS;
    }
}
