/// What functions ask of AWS, as it goes over the wire, judged by the policies of the templates: what IAM would deny,
/// and what it grants that nobody asked for.
@NullMarked
package io.sluice.infra.iam;

import org.jspecify.annotations.NullMarked;
