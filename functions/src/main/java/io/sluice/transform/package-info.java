/// User code that changes records before their keys are extracted: the `RecordTransformer` service and how it is found.
@NullMarked
package io.sluice.transform;

import org.jspecify.annotations.NullMarked;
