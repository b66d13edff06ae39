package io.sluice.local.input;

import io.sluice.input.RecordInput;
import io.sluice.reject.Reject;
import java.util.Optional;

/// Records of an input whose reader sees itself that some are none: a row that does not fit its header, or the rest of
/// a file after a place that can't be read.
interface JudgedInput extends RecordInput {
    /// `errorCode` of a row that does not fit.
    String ROW_CODE = "Sluice.UnfitRow";
    /// `errorCode` of a document that has no array where records are.
    String NO_ARRAY_CODE = "Sluice.NoRecordsArray";
    /// `errorCode` of what can't be read up to the end of the file.
    String REST_CODE = "Sluice.UnreadableRest";

    /// Returns why the record that [#next()] gave last can't be taken; empty when it can.
    Optional<Reject> refusal();

    /// Returns why the input was not read to its end, in words, once [#next()] has given `null`; empty when it was.
    Optional<String> damage();

    /// Returns something to know about an input that was read to its end, in words, once [#next()] has given `null`.
    default Optional<String> remark() {
        return Optional.empty();
    }
}
