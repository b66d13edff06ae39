/// One CloudFormation template of a stream: storage, functions, source, alarms, without CDK. Each class adds one piece
/// to a [io.sluice.deployment.template.Stack]; figures, lists and rights are [io.sluice.deployment]'s.
@NullMarked
package io.sluice.deployment.template;

import org.jspecify.annotations.NullMarked;
