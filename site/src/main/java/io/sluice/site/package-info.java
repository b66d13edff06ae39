/// The documentation as pages for a browser: the Markdown of this checkout, a page for each command, and a search.
@NullMarked
package io.sluice.site;

import org.jspecify.annotations.NullMarked;
