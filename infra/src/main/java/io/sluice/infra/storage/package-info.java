/// What holds a stream's data, and who may touch it: buckets, the buffer's table, Glue's tables, keys and rights. What
/// the user gives of his own is checked here.
@NullMarked
package io.sluice.infra.storage;

import org.jspecify.annotations.NullMarked;
