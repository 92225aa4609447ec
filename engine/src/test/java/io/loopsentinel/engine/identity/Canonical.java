package io.loopsentinel.engine.identity;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shorthands of the tests. */
final class Canonical {

  private Canonical() {}

  static String canonical(@Nullable Object arguments) {
    return new String(CanonicalJson.bytes(arguments, IdentityRule.ALL_ARGUMENTS), UTF_8);
  }

  static String ignoring(@Nullable Object arguments, String... paths) {
    return new String(
        CanonicalJson.bytes(arguments, IdentityRule.of(List.of(paths), List.of())), UTF_8);
  }

  static String only(@Nullable Object arguments, String... paths) {
    return new String(
        CanonicalJson.bytes(arguments, IdentityRule.of(List.of(), List.of(paths))), UTF_8);
  }
}
