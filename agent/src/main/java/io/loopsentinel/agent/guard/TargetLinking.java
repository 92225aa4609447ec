package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.async.ResultType;
import io.loopsentinel.agent.config.Readings;
import io.loopsentinel.agent.config.SourceExpression;
import io.loopsentinel.agent.expression.LinkedExpression;
import io.loopsentinel.agent.expression.Linker;
import io.loopsentinel.agent.expression.Signature;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Links the expressions of a target to one method; for one use. */
final class TargetLinking {

  private final GuardedMethod guarded;
  private final Readings readings;
  private final ExpressionLinking expressions;
  private final Consumer<Throwable> failures;

  /**
   * Creates a linking.
   *
   * @param failures told of what goes wrong when calls are guarded
   */
  TargetLinking(GuardedMethod guarded, Linker linker, Consumer<Throwable> failures) {
    this.guarded = guarded;
    this.readings = guarded.target().readings();
    this.expressions = new ExpressionLinking(guarded, linker);
    this.failures = failures;
  }

  /**
   * Links them all.
   *
   * @throws UnfitTargetException where one does not fit the method
   */
  LinkedTarget link() throws UnfitTargetException {
    LinkedExpression unless =
        expressions.typed("unless", readings.unless(), Boolean.class, "no call is left out here");
    LinkedTarget.Use use =
        switch (guarded.target().kind()) {
          case TOOL -> tool();
          case TURN -> new LinkedTarget.Turn(turn());
          case RUN -> new LinkedTarget.Run(session());
        };
    return new LinkedTarget(guarded, unless, use, expressions.linked(), expressions.remarks());
  }

  private LinkedTarget.Use tool() throws UnfitTargetException {
    LinkedExpression tool = expressions.link("tool", readings.tool());
    if (tool == null) {
      throw new UnfitTargetException(
          guarded.describe() + " does not say where the tool's name is; add tool:");
    }
    ToolReadings all =
        new ToolReadings(
            tool,
            expressions.link("args", readings.args()),
            new SessionReading(session(), guarded.sessionKeys()),
            expressions.link("output", readings.output()),
            failed(),
            warned(),
            refusal());
    return tool.expression().isProjection()
        ? new LinkedTarget.SeveralCalls(all)
        : new LinkedTarget.OneCall(all, substitution());
  }

  private Substitution substitution() throws UnfitTargetException {
    SourceExpression source = readings.result();
    Substitution substitution =
        new Substitution(expressions.link("result", source), guarded.result());
    if (substitution.isPossible()) {
      return substitution;
    }
    if (source != null) {
      expressions.mistake(
          source,
          givesNo("result", guarded.result(), substitution.result())
              + "; a hint falls to abort here");
    } else if (guarded.result().hidesValue()) {
      expressions.remark(
          "a hint becomes an abort here, for the method "
              + NoMessage.reason(guarded.result().describe(), true));
    }
    return substitution;
  }

  private @Nullable Substitution warned() throws UnfitTargetException {
    SourceExpression source = readings.warned();
    LinkedExpression expression = expressions.link("warned", source);
    // The items of a stream are with the application before it is known what came of the call.
    if (source == null || expression == null || !guarded.result().comesAsWhole()) {
      return null;
    }
    ResultType value = guarded.result().ofValue();
    Substitution warned = new Substitution(expression, value);
    if (warned.isPossible()) {
      return warned;
    }
    expressions.mistake(
        source, givesNo("warned", value, expression) + "; results carry no warnings here");
    return null;
  }

  private Refusal refusal() throws UnfitTargetException {
    SourceExpression source = readings.exception();
    LinkedExpression exception = expressions.link("throws", source);
    if (source == null || exception == null || Refusal.isPossible(exception.type())) {
      return new Refusal(exception, failures);
    }
    expressions.mistake(
        source,
        "throws gives a "
            + exception.type().getName()
            + ", which is no Throwable; the ToolLoopError itself is thrown here");
    return new Refusal(null, failures);
  }

  private TurnReadings turn() throws UnfitTargetException {
    LinkedExpression tool = expressions.link("tool", readings.tool());
    LinkedExpression arguments = expressions.link("args", readings.args());
    return new TurnReadings(
        new SessionReading(session(), guarded.sessionKeys()),
        expressions.link("text", readings.text()),
        tokens("input_tokens", readings.inputTokens()),
        tokens("output_tokens", readings.outputTokens()),
        expressions.link("model", readings.model()),
        tool == null ? null : new RequestedCalls(tool, arguments),
        injection(),
        refusal());
  }

  private @Nullable LinkedExpression failed() throws UnfitTargetException {
    return expressions.typed(
        "failed", readings.failed(), Boolean.class, "it never tells of a failure here");
  }

  private @Nullable LinkedExpression tokens(String key, @Nullable SourceExpression source)
      throws UnfitTargetException {
    return expressions.typed(key, source, Number.class, "no tokens are counted here");
  }

  private @Nullable Injection injection() throws UnfitTargetException {
    Readings.Injection inject = readings.inject();
    if (inject == null) {
      return null;
    }
    Class<?>[] parameters = guarded.method().getParameterTypes();
    if (inject.argument() >= parameters.length) {
      throw new UnfitTargetException(
          "%s: inject replaces arg%d, but the method has %s. %s is switched off: its calls run unguarded."
              .formatted(
                  inject.value().origin(),
                  inject.argument(),
                  Signature.of(guarded.method()).parameterList(),
                  guarded.describe()));
    }
    LinkedExpression value = expressions.link("inject", inject.value(), Set.of());
    Injection injection = new Injection(inject.argument(), value, parameters[inject.argument()]);
    if (injection.isPossible()) {
      return injection;
    }
    expressions.mistake(
        inject.value(),
        "inject gives a %s, but arg%d takes a %s; requests carry no warnings here"
            .formatted(
                value.type().getTypeName(), inject.argument(), injection.type().getTypeName()));
    return null;
  }

  private @Nullable LinkedExpression session() throws UnfitTargetException {
    SourceExpression session = readings.session();
    return session == null
        ? null
        : expressions.link("session", session, guarded.target().ignoredSessions());
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
