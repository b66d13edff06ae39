/// Histories of clients over power failures of a server's own files: a disk in memory beneath `java.nio.file`, worlds
/// on it, and what must hold of them.
@org.jspecify.annotations.NullMarked
package io.sluice.local.serve.power;
