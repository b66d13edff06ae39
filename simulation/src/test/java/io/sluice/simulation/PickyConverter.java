package io.sluice.simulation;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.sluice.convert.ObjectConverter;
import io.sluice.objects.ObjectKey;
import io.sluice.reject.CatalogTable;
import io.sluice.reject.Reject;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;

/// Makes objects of lines out of simulated records, all but those of one second key.
public final class PickyConverter implements ObjectConverter {
    public static final String SPECIFICATION = "picky";
    private static final String END = ";end\n";

    public static PickyConverter of(String specification) {
        if (!specification.equals(SPECIFICATION)) {
            throw new Violation("a delivery of a format that nobody configured: " + specification);
        }
        return new PickyConverter();
    }

    /// Whether a record cannot be in an object.
    public static boolean refuses(SimulatedRecord record) {
        return record.secondKey().equals("z");
    }

    /// The lines of an object, which must be whole.
    public static String read(String object) {
        if (!object.endsWith(END)) {
            throw new Violation("an object that was never finished: " + object);
        }
        return object.substring(0, object.length() - END.length());
    }

    @Override
    public Draft begin(ObjectKey key, OutputStream out) {
        return new Draft() {
            @Override
            public Optional<Reject> add(byte[] record) throws IOException {
                if (new String(record, UTF_8).contains(",z,")) {
                    return Optional.of(Reject.conversion("no z"));
                }
                out.write(record);
                out.write('\n');
                return Optional.empty();
            }

            @Override
            public void finish() throws IOException {
                out.write(END.getBytes(UTF_8));
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public Optional<CatalogTable> table() {
        return Optional.empty();
    }
}
