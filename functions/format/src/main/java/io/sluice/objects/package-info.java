/// The object store port: what Sluice asks of S3, and the keys and bodies that go through it. The AWS adapter is in
/// `io.sluice.aws`; `MemoryObjectStore` in the tests keeps the same contract.
@NullMarked
package io.sluice.objects;

import org.jspecify.annotations.NullMarked;
