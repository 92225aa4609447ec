package io.loopsentinel.agent.text;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tells which class an error was thrown for the lack of. */
public final class MissingClass {

  private static final int MOST_CAUSES = 8;

  private MissingClass() {}

  /** Returns the binary name of the class that was not found, if that is what an error is about. */
  public static Optional<String> in(Throwable error) {
    Optional<String> found = Optional.empty();
    @Nullable Throwable each = error;
    for (int depth = 0; each != null && depth < MOST_CAUSES; depth++) {
      String message = each.getMessage();
      if (message != null && isAboutOne(each) && isName(message)) {
        found = Optional.of(message.replace('/', '.'));
      }
      each = each.getCause();
    }
    return found;
  }

  private static boolean isAboutOne(Throwable error) {
    return error instanceof NoClassDefFoundError || error instanceof ClassNotFoundException;
  }

  /** Other reasons why a class is not defined are told in whole sentences. */
  private static boolean isName(String message) {
    return !message.isEmpty() && message.chars().noneMatch(Character::isWhitespace);
  }
}
