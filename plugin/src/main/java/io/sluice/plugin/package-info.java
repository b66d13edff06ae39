/// The interfaces that a plug-in of Sluice implements: code of the user that changes records ([RecordTransformer]) and
/// names their partitions ([KeyExtractor]). A plug-in is one jar with the classes, whatever they need besides this
/// package, and one file for each interface, `META-INF/services/io.sluice.plugin.RecordTransformer` or `…KeyExtractor`,
/// that names the implementing class. `docs/how-to/plugins.md` has an example from its source to the partitions.
///
/// What holds for both:
///
/// - **Threads.** One instance is called from many threads at the same time; others may be made that are asked for
///   their names alone. It is made by the public constructor without parameters before the first record, and in AWS
///   Lambda before the snapshot that all environments start from: connections, random seeds and the time of day do not
///   belong there.
/// - **Repetition.** The same record may be handed over again, in another process too, when an invocation failed. The
///   same record must give the same answer; where it does not, a record that was delivered before may be found under
///   another key.
/// - **Failures.** What a call throws rejects the one record that it was given, and no other: the record lands in an
///   error object with the exception's text. Only an error of the virtual machine other than a stack overflow, such as
///   an exhausted heap, fails the whole batch, which is then tried again.
/// - **Null.** No parameter is null. No result, and nothing in one, may be null, unless it is said here that it may.
/// - **Bytes.** An array that is handed over belongs to Sluice: read it, don't change it, don't keep it. An array that
///   is handed back belongs to Sluice from then on; it may be the one that was handed over.
@NullMarked
package io.sluice.plugin;

import org.jspecify.annotations.NullMarked;
