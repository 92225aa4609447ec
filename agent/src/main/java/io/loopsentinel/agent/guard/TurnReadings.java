package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.guard.call.CallEnvironment;
import io.loopsentinel.engine.call.ModelTurn;
import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.RequestedCall;
import io.loopsentinel.targets.config.Reading;
import io.loopsentinel.targets.expression.EvaluationException;
import io.loopsentinel.targets.link.LinkedTarget;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads a turn by the expressions of a target. Values without an expression are unknown. */
record TurnReadings(LinkedTarget target) {

  /** Maximum number of pieces of a response. A collection of the application may be endless. */
  private static final int MAX_PIECES = 100_000;

  /** Maximum length of the text assembled from pieces. No response is that long. */
  private static final int MAX_TEXT = 1 << 20;

  /** Maximum number of calls that are judged in one response. */
  private static final int MAX_CALLS = 10_000;

  /** Reads a turn. The text of a streamed response comes in pieces. */
  ModelTurn read(CallEnvironment environment) throws Throwable {
    return new ModelTurn(
        values(Reading.TEXT, environment, TurnReadings::text),
        largest(Reading.INPUT_TOKENS, environment),
        largest(Reading.CACHED_TOKENS, environment),
        largest(Reading.OUTPUT_TOKENS, environment),
        values(Reading.MODEL, environment, TurnReadings::first),
        environment.attribution);
  }

  /**
   * Returns the largest token count of the pieces of a streamed response. Either only the last
   * piece has a count, or each has the count so far.
   */
  private long largest(Reading reading, CallEnvironment environment) throws Throwable {
    Long largest = values(reading, environment, TurnReadings::largest);
    return largest == null ? 0 : largest;
  }

  private static long largest(List<?> pieces) {
    long largest = 0;
    for (Object piece : pieces) {
      largest = Math.max(largest, piece instanceof Number number ? number.longValue() : 0);
    }
    return largest;
  }

  /** Reads the values of an expression: none, one, or one for each piece of a response. */
  private <T> @Nullable T values(
      Reading reading, CallEnvironment environment, Function<List<?>, @Nullable T> reader)
      throws Throwable {
    return target.read(
        reading,
        environment,
        value -> {
          Collection<?> pieces =
              value instanceof Collection<?> all ? all : Collections.singleton(value);
          return reader.apply(pieces.stream().limit(MAX_PIECES).filter(Objects::nonNull).toList());
        });
  }

  private static @Nullable String first(List<?> pieces) {
    return pieces.isEmpty() ? null : pieces.get(0).toString();
  }

  private static @Nullable String text(List<?> pieces) {
    if (pieces.size() <= 1) {
      return first(pieces);
    }
    StringBuilder text = new StringBuilder();
    for (Object piece : pieces) {
      String next = piece.toString();
      text.append(next, 0, Math.min(next.length(), MAX_TEXT - text.length()));
      if (text.length() == MAX_TEXT) {
        break;
      }
    }
    return text.toString();
  }

  List<RequestedCall> readRequested(GuardContext context, CallEnvironment environment) {
    try {
      LoopEngine engine = context.engine();
      Object names = target.evaluate(Reading.TOOL_NAME, environment);
      Object all = names == null ? null : target.evaluate(Reading.ARGS, environment);
      List<?> each = names instanceof List<?> list ? list : Collections.singletonList(names);
      if (each.size() > MAX_CALLS) {
        throw new EvaluationException(
            "tool gives more than %s names".formatted(MAX_CALLS),
            Objects.requireNonNull(target.get(Reading.TOOL_NAME)).expression());
      }
      List<?> given =
          names instanceof List<?> && all != null
              ? argumentsOfEach(each.size(), all)
              : Collections.nCopies(each.size(), all);
      List<RequestedCall> calls = new ArrayList<>();
      for (int i = 0; i < each.size(); i++) {
        Object name = each.get(i);
        if (name != null) {
          ToolCall call =
              engine.identify(name.toString(), given.get(i)).attributed(environment.attribution);
          calls.add(new RequestedCall(call, engine.reading().show(given.get(i))));
        }
      }
      return calls;
    } catch (Throwable unreadable) {
      String consequence = "the calls that this response asks for are not judged";
      context.report(environment, "tool and args", consequence, unreadable);
      return List.of();
    }
  }

  private List<?> argumentsOfEach(int calls, Object all) {
    if (all instanceof List<?> each && each.size() == calls) {
      return each;
    }
    throw new EvaluationException(
        "tool gives %s names, args %s"
            .formatted(
                calls,
                all instanceof List<?> other
                    ? other.size() + " elements"
                    : "a " + all.getClass().getTypeName() + "; read both with [*]"),
        Objects.requireNonNull(target.get(Reading.ARGS)).expression());
  }
}
