package io.sluice.local.smoke;

import io.sluice.local.Sizes;

/// What of the records that were sent landed.
///
/// @param sent         records that were put into the queue
/// @param delivered    records in objects
/// @param missing      sent and in no object
/// @param doubled      in objects once more than sent
/// @param misplaced    in an object of another shop
/// @param strange      in objects, and never sent
/// @param errorObjects objects under the error prefix
/// @param objects      objects of records
/// @param sumSent      sum of the numbers of what was sent
/// @param sumDelivered sum of the numbers of what was delivered
record LandedRecords(long sent, long delivered, long missing, long doubled, long misplaced, long strange,
        long errorObjects, long objects, long sumSent, long sumDelivered) {
    /// Nothing was sent.
    static final LandedRecords NONE = new LandedRecords(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /// Tests whether each record is there once, in its place, and nothing else is.
    boolean agrees() {
        return missing == 0 && doubled == 0 && misplaced == 0 && strange == 0 && errorObjects == 0
                && delivered == sent && sumDelivered == sumSent;
    }

    /// @throws SmokeException when it does not agree
    LandedRecords required() {
        if (!agrees()) {
            throw new SmokeException(text());
        }
        return this;
    }

    String text() {
        return agrees()
                ? "%s records in %s, each once and in its place; their numbers add up to %s".formatted(
                        Sizes.count(delivered), Sizes.count(objects, "object"), Sizes.count(sumDelivered))
                : ("%s of %s records are missing, %s doubled, %s misplaced, %s were never sent; %s; their numbers"
                        + " add up to %s, not to %s").formatted(Sizes.count(missing), Sizes.count(sent),
                                Sizes.count(doubled),
                                Sizes.count(misplaced), Sizes.count(strange),
                                Sizes.count(errorObjects, "error object"), Sizes.count(sumDelivered),
                                Sizes.count(sumSent));
    }
}
