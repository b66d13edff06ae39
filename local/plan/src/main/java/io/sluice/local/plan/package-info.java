/// The forecast of a stream on AWS, told from a sample of its records: partitions, objects, index load, cost. The
/// sample goes through the transform function's own steps; everything after that is arithmetic, explained in
/// `docs/how-to/plan.md`. A run and a trial on AWS are reckoned at the same prices.
@NullMarked
package io.sluice.local.plan;

import org.jspecify.annotations.NullMarked;
