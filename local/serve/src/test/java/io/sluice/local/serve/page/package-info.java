/// Tests of the page's own parts.
@NullMarked
package io.sluice.local.serve.page;

import org.jspecify.annotations.NullMarked;
