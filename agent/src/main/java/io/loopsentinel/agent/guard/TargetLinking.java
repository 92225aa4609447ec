package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.async.ResultType;
import io.loopsentinel.agent.config.Reading;
import io.loopsentinel.agent.config.Readings;
import io.loopsentinel.agent.config.SourceExpression;
import io.loopsentinel.agent.expression.ExpressionException;
import io.loopsentinel.agent.expression.LinkedExpression;
import io.loopsentinel.agent.expression.Linker;
import io.loopsentinel.agent.guard.LinkedTarget.Refusal;
import io.loopsentinel.agent.guard.LinkedTarget.Substitution;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Links the expressions of a target to one method; for one use. */
final class TargetLinking {

  /** A target that does not fit the method it matched; the message says where and why. */
  static final class UnfitTargetException extends Exception {

    private static final long serialVersionUID = 1L;

    UnfitTargetException(String message, @Nullable ExpressionException cause) {
      super(message, cause);
    }

    /** Returns what is wrong. */
    String reason() {
      return String.valueOf(getMessage());
    }
  }

  private final GuardedMethod guarded;
  private final Readings readings;
  private final Linker linker;
  private final List<TargetReport.Reading> linked = new ArrayList<>();
  private final List<String> mistakes = new ArrayList<>();
  private final List<String> limits = new ArrayList<>();

  TargetLinking(GuardedMethod guarded, Linker linker) {
    this.guarded = guarded;
    this.readings = guarded.target().readings();
    this.linker = linker;
  }

  /**
   * Links them all.
   *
   * @throws UnfitTargetException where one does not fit the method
   */
  LinkedTarget link() throws UnfitTargetException {
    LinkedExpression unless =
        typed("unless", readings.get(Reading.UNLESS), Boolean.class, "no call is left out here");
    LinkedTarget.Use use =
        switch (guarded.target().kind()) {
          case TOOL -> tool();
          case TURN -> turn();
          case RUN -> new LinkedTarget.Run(session());
        };
    return new LinkedTarget(guarded, unless, use, linked, mistakes, limits);
  }

  private LinkedTarget.Tool tool() throws UnfitTargetException {
    LinkedExpression tool = link("tool", readings.get(Reading.TOOL_NAME));
    if (tool == null) {
      throw new UnfitTargetException(
          guarded.describe() + " does not say where the tool's name is; add tool:", null);
    }
    return new LinkedTarget.Tool(
        tool,
        link("args", readings.get(Reading.ARGS)),
        session(),
        link("output", readings.get(Reading.OUTPUT)),
        typed(
            "failed",
            readings.get(Reading.FAILED),
            Boolean.class,
            "it never tells of a failure here"),
        warned(),
        refusal(),
        tool.expression().isProjection() ? null : hint());
  }

  private Substitution hint() throws UnfitTargetException {
    SourceExpression source = readings.get(Reading.RESULT);
    Substitution hint = new Substitution(link("result", source), guarded.result());
    if (!hint.isPossible()) {
      if (source != null) {
        String mistake = givesNo("result", guarded.result(), hint.result());
        mistake(source, mistake + "; a hint falls to abort here");
      } else if (guarded.result().hidesValue()) {
        String reason = guarded.result().cannotCarryMessage();
        limits.add("a hint becomes an abort here, for the method " + reason);
      }
    }
    return hint;
  }

  private @Nullable Substitution warned() throws UnfitTargetException {
    SourceExpression source = readings.get(Reading.WARNED);
    LinkedExpression expression = link("warned", source);
    // The items of a stream are with the application before it is known what came of the call.
    if (source == null || expression == null || !guarded.result().comesAsWhole()) {
      return null;
    }
    ResultType value = guarded.result().ofValue();
    Substitution warned = new Substitution(expression, value);
    if (warned.isPossible()) {
      return warned;
    }
    mistake(source, givesNo("warned", value, expression) + "; results carry no warnings here");
    return null;
  }

  private Refusal refusal() throws UnfitTargetException {
    SourceExpression source = readings.get(Reading.THROWS);
    LinkedExpression exception = link("throws", source);
    if (source == null || exception == null || Refusal.isPossible(exception.type())) {
      return new Refusal(exception);
    }
    mistake(
        source,
        "throws gives a "
            + exception.type().getName()
            + ", which is no Throwable; the ToolLoopError itself is thrown here");
    return new Refusal(null);
  }

  private TurnReadings turn() throws UnfitTargetException {
    LinkedExpression tool = link("tool", readings.get(Reading.TOOL_NAME));
    LinkedExpression arguments = link("args", readings.get(Reading.ARGS));
    return new TurnReadings(
        session(),
        link("text", readings.get(Reading.TEXT)),
        tokens("input_tokens", readings.get(Reading.INPUT_TOKENS)),
        tokens("output_tokens", readings.get(Reading.OUTPUT_TOKENS)),
        link("model", readings.get(Reading.MODEL)),
        tool,
        arguments,
        injection(),
        refusal());
  }

  private @Nullable LinkedExpression tokens(String key, @Nullable SourceExpression source)
      throws UnfitTargetException {
    return typed(key, source, Number.class, "no tokens are counted here");
  }

  private TurnReadings.@Nullable Injection injection() throws UnfitTargetException {
    SourceExpression inject = readings.get(Reading.INJECT);
    int argument = readings.injected();
    if (inject == null) {
      return null;
    }
    Class<?>[] parameters = guarded.method().getParameterTypes();
    if (argument >= parameters.length) {
      throw new UnfitTargetException(
          "%s: inject replaces arg%d, but the method has %s. %s is switched off: its calls run unguarded."
              .formatted(
                  inject.origin(),
                  argument,
                  Linker.parameterList(guarded.method()),
                  guarded.describe()),
          null);
    }
    LinkedExpression value = link("inject", inject, Set.of());
    TurnReadings.Injection injection =
        new TurnReadings.Injection(argument, value, parameters[argument]);
    if (injection.isPossible()) {
      return injection;
    }
    mistake(
        inject,
        "inject gives a %s, but arg%d takes a %s; requests carry no warnings here"
            .formatted(value.type().getTypeName(), argument, injection.type().getTypeName()));
    return null;
  }

  private @Nullable LinkedExpression session() throws UnfitTargetException {
    SourceExpression session = readings.get(Reading.SESSION);
    return session == null ? null : link("session", session, guarded.target().ignoredSessions());
  }

  private @Nullable LinkedExpression link(String key, @Nullable SourceExpression source)
      throws UnfitTargetException {
    return source == null ? null : link(key, source, Set.of());
  }

  /** Links an expression some of whose values stand for none. */
  private LinkedExpression link(String key, SourceExpression source, Set<String> placeholders)
      throws UnfitTargetException {
    try {
      LinkedExpression expression =
          linker.link(source.expression(), guarded.method(), placeholders);
      linked.add(TargetReport.Reading.of(key, source, expression));
      return expression;
    } catch (ExpressionException problem) {
      throw new UnfitTargetException(
          "%s: %s; in `%s`. %s is switched off: its calls run unguarded."
              .formatted(
                  source.at(problem.offset()),
                  problem.getMessage(),
                  source.expression().source(),
                  guarded.describe()),
          problem);
    }
  }

  /** Links an expression whose values are of use if they are of one type only. */
  private @Nullable LinkedExpression typed(
      String key, @Nullable SourceExpression source, Class<?> wanted, String consequence)
      throws UnfitTargetException {
    LinkedExpression expression = link(key, source);
    if (source == null || expression == null || expression.expression().isProjection()) {
      return expression;
    }
    Class<?> type = expression.type();
    // A wider static type may still hold a fitting value.
    if (type != Void.class
        && !type.isInterface()
        && !wanted.isAssignableFrom(type)
        && !type.isAssignableFrom(wanted)) {
      mistake(
          source,
          "%s gives a %s, which is no %s; %s"
              .formatted(key, type.getTypeName(), wanted.getSimpleName(), consequence));
    }
    return expression;
  }

  private void mistake(SourceExpression source, String text) {
    mistakes.add(text + " (" + source.origin() + ")");
  }

  private static String givesNo(
      String key, ResultType wanted, @Nullable LinkedExpression expression) {
    return "%s gives no %s, which the method returns, but %s"
        .formatted(
            key,
            wanted.describe(),
            expression == null || expression.type() == Void.class
                ? "null"
                : "a " + expression.type().getTypeName());
  }
}
