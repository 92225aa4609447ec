package io.loopsentinel.engine.outcome;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads outcomes of calls of which only the arguments are known. */
final class Outcomes {

  private final OutcomeReader reader = new OutcomeReader(new VolatileTokens(List.of()));

  Outcome read(@Nullable Object arguments, @Nullable Object result) {
    return reader.read(arguments, words(arguments), result);
  }

  Outcome readFailure(@Nullable Object arguments, @Nullable Object failure) {
    return reader.readFailure(arguments, words(arguments), failure);
  }

  static WordSet words(@Nullable Object arguments) {
    return WordSet.ofArguments(new OwnArguments(arguments).values());
  }
}
