package io.sluice.local.smoke;

/// A resource of a stack.
///
/// @param type as `AWS::S3::Bucket`
/// @param id   its name in the template
/// @param name its name in the account
record StackResource(String type, String id, String name) {}
