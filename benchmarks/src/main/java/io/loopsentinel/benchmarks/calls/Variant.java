package io.loopsentinel.benchmarks.calls;

import io.loopsentinel.benchmarks.guarded.ArgumentsKind;
import io.loopsentinel.benchmarks.guarded.ResultKind;
import java.util.Locale;

/**
 * What is measured in a JVM of its own.
 *
 * @param method the benchmark's method
 */
record Variant(String method, Subject subject, ArgumentsKind arguments, ResultKind result) {

  /** Returns a call whose tool gives a sentence. */
  static Variant of(Subject subject, ArgumentsKind arguments) {
    return of(subject, arguments, ResultKind.SENTENCE);
  }

  static Variant of(Subject subject, ArgumentsKind arguments, ResultKind result) {
    return new Variant(result == ResultKind.NONE ? "send" : "dispatch", subject, arguments, result);
  }

  /** Returns the digest alone. */
  static Variant sha256(ArgumentsKind arguments) {
    return new Variant("sha256", Subject.SHA256, arguments, ResultKind.SENTENCE);
  }

  String title() {
    return subject == Subject.SHA256
        ? "sha256, " + words(arguments)
        : words(subject) + ", " + words(arguments) + ", " + words(result);
  }

  private static String words(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
