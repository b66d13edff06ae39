/// The function of a stream's `Lambda` processor: called over Lambda's Invoke API at the URL of an emulator or a
/// runtime, and its answers judged as Firehose judges them.
@org.jspecify.annotations.NullMarked
package io.sluice.local.serve.function;
