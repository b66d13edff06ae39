/// The function that registers what landed in a stream's Iceberg table. Owns its events, its answers and what operators
/// are told; no other function has a byte of Iceberg.
@NullMarked
package io.sluice.registrar;

import org.jspecify.annotations.NullMarked;
