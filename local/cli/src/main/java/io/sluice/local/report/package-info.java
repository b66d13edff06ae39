/// The report of a run to its user: counts, the tree of delivered objects, requests and what they would cost on AWS.
@NullMarked
package io.sluice.local.report;

import org.jspecify.annotations.NullMarked;
