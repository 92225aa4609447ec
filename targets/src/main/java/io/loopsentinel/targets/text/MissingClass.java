package io.loopsentinel.targets.text;

import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the missing class that caused an error. */
public final class MissingClass {

  private static final int MAX_CAUSES = 8;

  private MissingClass() {}

  /**
   * Returns the binary name of the missing class that an error or one of its first causes reports;
   * of several, the innermost.
   */
  public static Optional<String> in(Throwable error) {
    return Stream.iterate(error, Objects::nonNull, Throwable::getCause)
        .limit(MAX_CAUSES)
        .filter(
            each -> each instanceof NoClassDefFoundError || each instanceof ClassNotFoundException)
        .map(each -> String.valueOf(each.getMessage()))
        // The message is a full sentence if the class is not defined for another reason.
        .filter(message -> message.matches("\\S+") && !message.equals("null"))
        .reduce((outer, inner) -> inner)
        .map(name -> name.replace('/', '.'));
  }
}
