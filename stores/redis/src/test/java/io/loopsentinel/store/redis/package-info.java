/** Tests of the store with real servers. */
@NullMarked
package io.loopsentinel.store.redis;

import org.jspecify.annotations.NullMarked;
