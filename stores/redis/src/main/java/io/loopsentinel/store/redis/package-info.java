/** A store of shared sessions in Redis or Valkey. */
@NullMarked
package io.loopsentinel.store.redis;

import org.jspecify.annotations.NullMarked;
