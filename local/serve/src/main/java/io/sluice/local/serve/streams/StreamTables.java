package io.sluice.local.serve.streams;

import io.sluice.config.StreamConfiguration;
import java.util.Map;
import software.amazon.awssdk.http.SdkHttpClient;

/// The Iceberg tables of streams at work. This module has nothing of Iceberg: who starts a server brings them.
public interface StreamTables {
    /// Of a server that keeps none.
    StreamTables NONE = (stream, _, http) -> {
        http.close();
        return new LiveTable.Untold("the objects of " + stream.stream() + " are in no Iceberg table: this server keeps"
                + " none");
    };

    /// Opens the table of a stream that has one, and has it follow what lands. Waits for nothing.
    ///
    /// @param environment of the stream's functions
    /// @param http        what requests are sent by; closed with the table
    LiveTable open(StreamConfiguration stream, Map<String, String> environment, SdkHttpClient http);
}
