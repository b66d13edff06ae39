package io.sluice.local.rejects;

/// The reason why records were rejected, and how many of them.
///
/// @param code    `errorCode` of their error records
/// @param message `errorMessage` of the example; which keys were unusable follows it, where that is the reason
/// @param count   records
/// @param example the first of them that was found
public record RejectReason(String code, String message, long count, RejectExample example) {
    RejectReason with(RejectExample placed) {
        return new RejectReason(code, message, count, placed);
    }
}
