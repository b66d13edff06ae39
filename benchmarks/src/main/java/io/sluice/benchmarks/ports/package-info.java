/// Stores and indexes in memory, for measurements that shall not wait for a server.
@NullMarked
package io.sluice.benchmarks.ports;

import org.jspecify.annotations.NullMarked;
