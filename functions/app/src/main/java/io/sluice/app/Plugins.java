package io.sluice.app;

import io.sluice.config.StreamConfiguration;
import io.sluice.ingest.RecordFunction;
import io.sluice.lines.LinePattern;
import io.sluice.plugin.KeyExtractor;
import io.sluice.plugin.RecordTransformer;
import java.util.Optional;

/// The plug-ins that a stream's configuration names, one instance of each.
///
/// @param transformer  `Sluice.Transformer`
/// @param keyExtractor `Sluice.KeyExtractor`
record Plugins(Optional<RecordTransformer> transformer, Optional<KeyExtractor> keyExtractor) {
    /// @throws IllegalArgumentException naming the field, when what it names cannot be found or loaded
    ///
    /// @param function what the configuration's transformer is; empty: a plug-in
    static Plugins of(StreamConfiguration stream, Optional<RecordFunction> function) {
        return new Plugins(
                stream.sluice().linePattern().<RecordTransformer>map(LinePattern::new).or(() -> stream.sluice()
                        .transformer().filter(_ -> function.isEmpty())
                        .map(name -> PluginServices.find(RecordTransformer.class, RecordTransformer::name, name,
                                "Sluice.Transformer"))),
                stream.sluice().keyExtractor().map(
                        name -> PluginServices.find(KeyExtractor.class, KeyExtractor::name, name,
                                "Sluice.KeyExtractor")));
    }
}
