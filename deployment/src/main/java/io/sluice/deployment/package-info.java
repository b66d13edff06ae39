/// What a stream's deployment consists of, derived from its configuration and known before anything is deployed:
/// functions, rights, schedules, alarms, tables, settings of Firehose. The CDK constructs, the CloudFormation template
/// and the Terraform module take every figure, list and name from here; names that only a deployment knows stand in
/// texts as [DeployedName]s. Knows neither CDK nor AWS's SDK.
@NullMarked
package io.sluice.deployment;

import org.jspecify.annotations.NullMarked;
