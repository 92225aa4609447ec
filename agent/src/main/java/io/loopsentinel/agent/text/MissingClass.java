package io.loopsentinel.agent.text;

import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** Tells which class an error was thrown for the lack of. */
public final class MissingClass {

  private static final int MOST_CAUSES = 8;

  private MissingClass() {}

  /**
   * Returns the binary name of the class that was not found, if that is what an error, or the
   * innermost of its causes, is about.
   */
  public static Optional<String> in(Throwable error) {
    return Stream.iterate(error, Objects::nonNull, Throwable::getCause)
        .limit(MOST_CAUSES)
        .filter(
            each -> each instanceof NoClassDefFoundError || each instanceof ClassNotFoundException)
        .map(each -> String.valueOf(each.getMessage()))
        // Other reasons why a class is not defined are told in whole sentences.
        .filter(message -> message.matches("\\S+") && !message.equals("null"))
        .reduce((outer, inner) -> inner)
        .map(name -> name.replace('/', '.'));
  }
}
