/// The reports of a run to its operators: metrics in CloudWatch's embedded format and structured log lines. Plain text
/// out of plain values, so that neither costs a cold start anything.
@NullMarked
package io.sluice.metrics;

import org.jspecify.annotations.NullMarked;
