package io.loopsentinel.store.redis;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Converts between texts and what keys and values are made of. */
final class RedisText {

  private RedisText() {}

  /** Returns a name of any characters as a part of a key, without braces. */
  static String encoded(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8);
  }

  /** Returns the name that {@link #encoded} was given. */
  static String decoded(String part) {
    return URLDecoder.decode(part, StandardCharsets.UTF_8);
  }

  static byte[] ascii(Object value) {
    return value.toString().getBytes(StandardCharsets.US_ASCII);
  }

  static String ascii(byte[] bytes, int from, int to) {
    return new String(bytes, from, to - from, StandardCharsets.US_ASCII);
  }
}
