/** Real Redis servers for tests. */
@NullMarked
package io.loopsentinel.store.redis.servers;

import org.jspecify.annotations.NullMarked;
