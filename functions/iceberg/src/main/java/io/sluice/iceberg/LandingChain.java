package io.sluice.iceberg;

import io.sluice.landing.LandedObject;
import io.sluice.landing.Landing;
import io.sluice.landing.LandingLog;
import io.sluice.objects.ObjectKey;
import io.sluice.partition.Partition;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/// The landings of a buffer as a chain. Objects of error records are no data files.
///
/// @param values the key values that an object's records share, one for each partition column
public record LandingChain(LandingLog log, Function<ObjectKey, List<Optional<String>>> values) implements Chain {
    @Override
    public String name() {
        return log.buffer();
    }

    @Override
    public Stream<Step> after(long version) {
        return log.steps(version).flatMap(step -> switch (step) {
            case LandingLog.Step.Came(Landing landing) -> Stream.of(landed(landing));
            // The landing behind it names the one before, too.
            case LandingLog.Step.Missing _ -> Stream.empty();
        });
    }

    private Step landed(Landing landing) {
        return new Step.Landed(landing.version(), landing.landed().previous(),
                landing.landed().objects().stream().filter(object -> object.kind() == Partition.Kind.DATA)
                        .map(this::object).toList());
    }

    private DataObject object(LandedObject object) {
        return new DataObject(object.key(), object.bytes(), values.apply(object.key()));
    }
}
