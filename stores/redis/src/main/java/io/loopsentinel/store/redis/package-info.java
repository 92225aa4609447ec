/** A store in Redis or Valkey: one server, replicas with Sentinel, or a cluster. */
@NullMarked
package io.loopsentinel.store.redis;

import org.jspecify.annotations.NullMarked;
