package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.async.ResultType;
import io.loopsentinel.agent.config.Reading;
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
  }

  private final GuardedMethod guarded;
  private final ResultType result;
  private final Linker linker;
  private final List<TargetReport.Reading> linked = new ArrayList<>();
  private final List<String> mistakes = new ArrayList<>();
  private final List<String> limits = new ArrayList<>();

  TargetLinking(GuardedMethod guarded, Linker linker) {
    this.guarded = guarded;
    this.result = guarded.result();
    this.linker = linker;
  }

  /**
   * Links them all.
   *
   * @throws UnfitTargetException where one does not fit the method
   */
  LinkedTarget link() throws UnfitTargetException {
    LinkedExpression unless = typed(Reading.UNLESS, Boolean.class, "no call is left out here");
    LinkedTarget.Use use =
        switch (guarded.target().kind()) {
          case TOOL -> tool();
          case TURN -> turn();
          case RUN -> new LinkedTarget.Run(link(Reading.SESSION));
        };
    return new LinkedTarget(guarded, unless, use, linked, mistakes, limits);
  }

  private LinkedTarget.Tool tool() throws UnfitTargetException {
    LinkedExpression tool = link(Reading.TOOL_NAME);
    if (tool == null) {
      throw new UnfitTargetException(
          guarded.describe() + " does not say where the tool's name is; add tool:", null);
    }
    return new LinkedTarget.Tool(
        tool,
        link(Reading.ARGS),
        link(Reading.SESSION),
        link(Reading.OUTPUT),
        typed(Reading.FAILED, Boolean.class, "it never tells of a failure here"),
        warned(),
        refusal(),
        tool.expression().isProjection() ? null : hint());
  }

  private TurnReadings turn() throws UnfitTargetException {
    LinkedExpression tool = link(Reading.TOOL_NAME);
    LinkedExpression arguments = link(Reading.ARGS);
    return new TurnReadings(
        link(Reading.SESSION),
        link(Reading.TEXT),
        typed(Reading.INPUT_TOKENS, Number.class, "no tokens are counted here"),
        typed(Reading.OUTPUT_TOKENS, Number.class, "no tokens are counted here"),
        link(Reading.MODEL),
        tool,
        arguments,
        injection(),
        refusal());
  }

  private Substitution hint() throws UnfitTargetException {
    Substitution hint = new Substitution(link(Reading.RESULT), result);
    if (!hint.isPossible()) {
      if (hint.result() != null) {
        String mistake = givesNo("result", result, hint.result());
        mistake(Reading.RESULT, mistake + "; a hint falls to abort here");
      } else if (result.hidesValue()) {
        limits.add("a hint becomes an abort here, for the method " + result.cannotCarryMessage());
      }
    }
    return hint;
  }

  private @Nullable Substitution warned() throws UnfitTargetException {
    LinkedExpression expression = link(Reading.WARNED);
    // The items of a stream are with the application before it is known what came of the call.
    if (expression == null || !result.comesAsWhole()) {
      return null;
    }
    Substitution warned = new Substitution(expression, result.ofValue());
    if (warned.isPossible()) {
      return warned;
    }
    String mistake = givesNo("warned", warned.type(), expression);
    mistake(Reading.WARNED, mistake + "; results carry no warnings here");
    return null;
  }

  private Refusal refusal() throws UnfitTargetException {
    LinkedExpression exception = link(Reading.THROWS);
    if (exception == null || Refusal.isPossible(exception.type())) {
      return new Refusal(exception);
    }
    mistake(
        Reading.THROWS,
        "throws gives a %s, which is no Throwable; the ToolLoopError itself is thrown here"
            .formatted(exception.type().getName()));
    return new Refusal(null);
  }

  private TurnReadings.@Nullable Injection injection() throws UnfitTargetException {
    SourceExpression inject = guarded.target().readings().get(Reading.INJECT);
    if (inject == null) {
      return null;
    }
    int argument = guarded.target().injected();
    Class<?>[] parameters = guarded.method().getParameterTypes();
    if (argument >= parameters.length) {
      String has = Linker.parameterList(guarded.method());
      throw unfit(
          inject, 0, "inject replaces arg" + argument + ", but the method has " + has, null);
    }
    LinkedExpression value = link(Reading.INJECT, inject);
    TurnReadings.Injection injection =
        new TurnReadings.Injection(argument, value, parameters[argument]);
    if (injection.isPossible()) {
      return injection;
    }
    mistake(
        Reading.INJECT,
        "inject gives a %s, but arg%d takes a %s; requests carry no warnings here"
            .formatted(value.type().getTypeName(), argument, injection.type().getTypeName()));
    return null;
  }

  private @Nullable LinkedExpression link(Reading reading) throws UnfitTargetException {
    SourceExpression source = guarded.target().readings().get(reading);
    return source == null ? null : link(reading, source);
  }

  private LinkedExpression link(Reading reading, SourceExpression source)
      throws UnfitTargetException {
    Set<String> ignored =
        reading == Reading.SESSION ? guarded.target().ignoredSessions() : Set.of();
    try {
      LinkedExpression expression = linker.link(source.expression(), guarded.method(), ignored);
      linked.add(TargetReport.Reading.of(reading.key(), source, expression));
      return expression;
    } catch (ExpressionException problem) {
      String what = problem.getMessage() + "; in `" + source.expression().source() + "`";
      throw unfit(source, problem.offset(), what, problem);
    }
  }

  private UnfitTargetException unfit(
      SourceExpression source, int offset, String what, @Nullable ExpressionException cause) {
    return new UnfitTargetException(
        "%s: %s. %s is switched off: its calls run unguarded."
            .formatted(source.at(offset), what, guarded.describe()),
        cause);
  }

  /** Links an expression whose values are of use if they are of one type only. */
  private @Nullable LinkedExpression typed(Reading reading, Class<?> wanted, String consequence)
      throws UnfitTargetException {
    LinkedExpression expression = link(reading);
    if (expression == null || expression.expression().isProjection()) {
      return expression;
    }
    Class<?> type = expression.type();
    // A wider static type may still hold a fitting value.
    if (type != Void.class
        && !type.isInterface()
        && !wanted.isAssignableFrom(type)
        && !type.isAssignableFrom(wanted)) {
      mistake(
          reading,
          "%s gives a %s, which is no %s; %s"
              .formatted(reading.key(), type.getTypeName(), wanted.getSimpleName(), consequence));
    }
    return expression;
  }

  private void mistake(Reading reading, String text) {
    SourceExpression source = guarded.target().readings().get(reading);
    mistakes.add(source == null ? text : text + " (" + source.origin() + ")");
  }

  private static String givesNo(String key, ResultType wanted, LinkedExpression expression) {
    return "%s gives no %s, which the method returns, but %s"
        .formatted(
            key,
            wanted.describe(),
            expression.type() == Void.class ? "null" : "a " + expression.type().getTypeName());
  }
}
