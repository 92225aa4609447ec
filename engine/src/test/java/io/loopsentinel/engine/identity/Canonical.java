package io.loopsentinel.engine.identity;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shorthands of the tests. */
final class Canonical {

  private Canonical() {}

  static String canonical(@Nullable Object arguments) {
    return CanonicalJson.of(arguments, IdentityRule.ALL_ARGUMENTS);
  }

  static String ignoring(@Nullable Object arguments, String... paths) {
    return CanonicalJson.of(
        arguments, IdentityRule.of(List.of(paths), List.of(), Normalisation.NONE));
  }

  static String only(@Nullable Object arguments, String... paths) {
    return CanonicalJson.of(
        arguments, IdentityRule.of(List.of(), List.of(paths), Normalisation.NONE));
  }
}
