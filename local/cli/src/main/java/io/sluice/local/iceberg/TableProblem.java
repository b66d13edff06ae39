package io.sluice.local.iceberg;

import io.sluice.iceberg.UnusableTableException;
import io.sluice.objects.StoreException;
import java.util.Optional;
import org.apache.iceberg.exceptions.NotAuthorizedException;
import org.apache.iceberg.exceptions.RESTException;

/// What a failure at a table means to who asked for it, in one sentence.
final class TableProblem {
    private TableProblem() {}

    /// @param catalog as the user named it
    static String of(String catalog, RuntimeException failure) {
        return switch (failure) {
            case UnusableTableException unusable -> sentence(unusable);
            case StoreException store -> "The objects or the log can't be read: " + sentence(store);
            case NotAuthorizedException refused -> "The catalog " + catalog + " refuses the credential: "
                    + sentence(refused) + ". Set " + StreamCatalog.CREDENTIAL + " to a token, or to a client's id, a"
                    + " colon and the client's secret";
            case RESTException away -> "The catalog " + catalog + " can't be reached: " + sentence(away);
            default -> "The table can't be worked on in the catalog " + catalog + ": " + sentence(failure);
        };
    }

    private static String sentence(Throwable failure) {
        return Optional.ofNullable(failure.getMessage()).filter(text -> !text.isBlank())
                .orElseGet(() -> failure.getClass().getSimpleName());
    }
}
