package io.loopsentinel.agent.command.discover;

import java.io.File;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What follows {@code -javaagent:loop-sentinel.jar=} where it asks to discover: the word alone, or
 * the word and {@code ,out=FILE}.
 *
 * @param out where the targets are written; standard error where it is {@code null}
 */
public record DiscoverArgument(@Nullable File out) {

  private static final String WORD = "discover";
  private static final String OUT = WORD + ",out=";

  /** Whether an argument asks to discover. A file of that name is given as {@code ./discover}. */
  public static boolean isOne(@Nullable String argument) {
    return argument != null && (argument.equals(WORD) || argument.startsWith(WORD + ","));
  }

  /** Reads an argument that {@linkplain #isOne is one}; empty where it says what is not known. */
  public static Optional<DiscoverArgument> parse(String argument) {
    if (argument.equals(WORD)) {
      return Optional.of(new DiscoverArgument(null));
    }
    return argument.startsWith(OUT) && argument.length() > OUT.length()
        ? Optional.of(new DiscoverArgument(new File(argument.substring(OUT.length()))))
        : Optional.empty();
  }
}
