/// DynamoDB and S3 in this process, as servers on free loopback ports or as calls. Objects are files under their own
/// keys either way; nothing here knows what Sluice stores.
@NullMarked
package io.sluice.local.server;

import org.jspecify.annotations.NullMarked;
