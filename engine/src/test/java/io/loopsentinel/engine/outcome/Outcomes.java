package io.loopsentinel.engine.outcome;

import io.loopsentinel.engine.identity.IdentityRule;
import io.loopsentinel.engine.identity.UsedPaths;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads outcomes of calls of which only the arguments are known. */
final class Outcomes {

  private final UsedPaths used = new UsedPaths(UsedPaths.IN_RESULTS);
  private final OutcomeReader reader = new OutcomeReader(new VolatileTokens(List.of()));

  Outcome read(@Nullable Object arguments, @Nullable Object result) {
    return read(arguments, result, IdentityRule.ALL_ARGUMENTS);
  }

  Outcome read(@Nullable Object arguments, @Nullable Object result, IdentityRule rule) {
    ResultMembers members = new ResultMembers("tool", rule, used);
    return reader.read(arguments, words(arguments), result, members);
  }

  Outcome readFailure(@Nullable Object arguments, @Nullable Object failure) {
    return reader.readFailure(arguments, words(arguments), failure);
  }

  static WordSet words(@Nullable Object arguments) {
    return WordSet.ofArguments(new OwnArguments(arguments).values());
  }
}
