package io.loopsentinel.store.redis;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * The keys of sessions and sums: a prefix, and the name in the encoding of URLs.
 *
 * <p>A session has one key. All sums have one hash tag, so that a cluster adds several in one step.
 */
record Keys(String prefix) {

  String session(String name) {
    return sessions() + URLEncoder.encode(name, StandardCharsets.UTF_8);
  }

  String sum(String name) {
    return prefix + ":{sum}:" + URLEncoder.encode(name, StandardCharsets.UTF_8);
  }

  /** Returns the beginning of the keys of all sessions. */
  String sessions() {
    return prefix + ":log:";
  }

  /** Returns the name of the session of a key. */
  String name(String key) {
    return URLDecoder.decode(key.substring(sessions().length()), StandardCharsets.UTF_8);
  }
}
