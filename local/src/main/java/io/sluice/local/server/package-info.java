/// DynamoDB and S3 in this process, as servers on free loopback ports or as calls. The S3 server keeps objects as files under their
/// own keys; nothing here knows what Sluice stores.
@NullMarked
package io.sluice.local.server;

import org.jspecify.annotations.NullMarked;
