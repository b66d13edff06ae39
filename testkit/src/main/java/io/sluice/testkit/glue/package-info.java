/// The AWS Glue Data Catalog as far as a table's registrar asks it. Owns what becomes of each request.
@NullMarked
package io.sluice.testkit.glue;

import org.jspecify.annotations.NullMarked;
