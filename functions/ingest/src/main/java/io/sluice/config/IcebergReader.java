package io.sluice.config;

import io.sluice.config.IcebergSection.Catalog;
import io.sluice.config.IcebergSection.Glue;
import io.sluice.config.IcebergSection.Jdbc;
import io.sluice.config.IcebergSection.Rest;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads `Sluice.Iceberg`.
final class IcebergReader {
    private static final int SECONDS = 60;
    private static final int SECONDS_MAX = 86_400;
    private static final int NAME_CHARS_MAX = 512;
    private static final int URI_CHARS_MAX = 1_024;
    private static final int LOCATION_CHARS_MAX = 512;
    private static final String NAMESPACE = "sluice";
    private static final String URI = "URI";
    private static final String WAREHOUSE = "Warehouse";
    private static final String SECRET = "SecretARN";
    private static final String CATALOG_ID = "CatalogId";
    private static final Pattern TABLE = Pattern.compile("[a-z0-9_]{1,255}\\.[a-z0-9_]{1,255}");
    private static final Pattern HTTP = Pattern.compile("https?://[^\\s?#]+");
    private static final Pattern TEXT = Pattern.compile("\\P{Cntrl}+");
    private static final Pattern ACCOUNT = Pattern.compile("[0-9]{12}");
    private static final Pattern FOLDER = Pattern
            .compile("[A-Za-z0-9_][A-Za-z0-9_.-]*(/[A-Za-z0-9_][A-Za-z0-9_.-]*){0,7}");
    private static final String S3_TABLES = "a table bucket takes no objects that are elsewhere: its metadata and data"
            + " begin with the table's own location, and what no table names is removed; name jdbc, rest or glue";

    /// Values of `Type`.
    private enum Type {
        JDBC, REST, GLUE
    }

    private static final Map<String, Type> TYPES = Map.of("jdbc", Type.JDBC, "rest", Type.REST, "glue", Type.GLUE);

    private IcebergReader() {}

    /// @param stream the stream's name, of which defaults are made
    static Optional<IcebergSection> read(Fields sluice, String stream) {
        return sluice.object("Iceberg").flatMap(iceberg -> {
            Checks.required(iceberg, "Catalog");
            Optional<Catalog> catalog = iceberg.object("Catalog").flatMap(IcebergReader::catalog);
            String table = Checks.text(iceberg, "Table", 1, NAME_CHARS_MAX, TABLE)
                    .filter(name -> TABLE.matcher(name).matches())
                    .orElse(NAMESPACE + "." + stream.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "_"));
            int seconds = Checks.integer(iceberg, "CommitIntervalInSeconds", SECONDS, SECONDS_MAX).orElse(SECONDS);
            String location = Checks.text(iceberg, "Location", 1, LOCATION_CHARS_MAX, FOLDER)
                    .orElse("iceberg/" + stream);
            iceberg.rejectOthers();
            int dot = table.indexOf('.');
            return catalog.map(each -> new IcebergSection(each, table.substring(0, dot), table.substring(dot + 1),
                    Duration.ofSeconds(seconds), location));
        });
    }

    private static Optional<Catalog> catalog(Fields catalog) {
        Checks.required(catalog, "Type");
        SourceMembers members = new SourceMembers(catalog);
        boolean tableBucket = catalog.text("Type").filter(type -> type.replaceAll("[^A-Za-z0-9]", "")
                .equalsIgnoreCase("s3tables")).isPresent();
        if (tableBucket) {
            catalog.problems().error(catalog.place("Type"), S3_TABLES);
        }
        Optional<Type> told = tableBucket ? Optional.empty() : catalog.oneOf("Type", TYPES);
        if (told.isEmpty()) {
            catalog.knows(List.of(URI, WAREHOUSE, SECRET, CATALOG_ID));
        }
        Optional<Catalog> read = told.flatMap(type -> switch (type) {
            case JDBC -> {
                members.refuse(List.of(URI, WAREHOUSE, SECRET, CATALOG_ID),
                        "a catalog of Type jdbc is a file beside the output");
                yield Optional.of(new Jdbc());
            }
            case REST -> {
                members.refuse(List.of(CATALOG_ID), "it is for Type glue; Type is rest");
                Checks.required(catalog, URI);
                Optional<String> warehouse = Checks.text(catalog, WAREHOUSE, 1, NAME_CHARS_MAX, TEXT);
                Optional<String> secret = members.name(SECRET, ResourceText.SECRET);
                yield Checks.text(catalog, URI, 1, URI_CHARS_MAX, HTTP)
                        .map(uri -> new Rest(uri, warehouse, secret));
            }
            case GLUE -> {
                members.refuse(List.of(URI, WAREHOUSE, SECRET), "it is for Type rest; Type is glue");
                yield Optional.of(new Glue(Checks.text(catalog, CATALOG_ID, 12, 12, ACCOUNT)));
            }
        });
        catalog.rejectOthers();
        return read;
    }
}
