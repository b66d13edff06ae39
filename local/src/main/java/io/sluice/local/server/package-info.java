/// DynamoDB and S3 servers in this process, on free loopback ports. The S3 server keeps objects as files under their
/// own keys; nothing here knows what Sluice stores.
@NullMarked
package io.sluice.local.server;

import org.jspecify.annotations.NullMarked;
