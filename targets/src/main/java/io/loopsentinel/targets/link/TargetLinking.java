package io.loopsentinel.targets.link;

import io.loopsentinel.targets.config.Reading;
import io.loopsentinel.targets.config.SourceExpression;
import io.loopsentinel.targets.config.TargetKind;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.expression.Expression;
import io.loopsentinel.targets.expression.ExpressionException;
import io.loopsentinel.targets.expression.LinkedExpression;
import io.loopsentinel.targets.expression.Linker;
import io.loopsentinel.targets.expression.Variable;
import io.loopsentinel.targets.link.LinkedTarget.LinkedLabel;
import io.loopsentinel.targets.link.LinkedTarget.Substitution;
import io.loopsentinel.targets.result.ResultType;
import io.loopsentinel.targets.result.TextResult;
import io.loopsentinel.targets.text.MissingClass;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Links the expressions of a target to one method. Used once. */
public final class TargetLinking {

  /**
   * Thrown for a target that does not fit the method it matched. The message has a line for each
   * expression that does not fit.
   */
  public static final class UnfitTargetException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    UnfitTargetException(String message, @Nullable ExpressionException cause) {
      super(message, cause);
    }
  }

  private final GuardedMethod guarded;
  private final ResultType result;
  private final Linker linker;
  private final LinkedTarget target;
  private final List<String> problems = new ArrayList<>();
  private final List<ExpressionException> causes = new ArrayList<>();

  public TargetLinking(GuardedMethod guarded, Linker linker) {
    this.guarded = guarded;
    this.result = guarded.result();
    this.linker = linker;
    this.target =
        new LinkedTarget(
            guarded,
            new EnumMap<>(Reading.class),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            readsOwnArguments() ? ToolNames.ofArguments(guarded.method()) : List.of());
  }

  /** A dispatch method has other arguments than its tools, which the model did not write. */
  private boolean readsOwnArguments() {
    TargetSpec spec = guarded.target();
    SourceExpression tool = spec.readings().get(Reading.TOOL_NAME);
    boolean isTool = tool == null || tool.expression().source().equals(Variable.METHOD.spelling());
    return spec.kind() == TargetKind.TOOL && isTool && !spec.readings().containsKey(Reading.ARGS);
  }

  /**
   * Links all expressions.
   *
   * @throws UnfitTargetException if an expression does not fit the method
   */
  public LinkedTarget link() {
    boolean isTool = guarded.target().kind() == TargetKind.TOOL;
    guarded.target().readings().forEach(this::link);
    if (isTool && !guarded.target().readings().containsKey(Reading.TOOL_NAME)) {
      String name = ToolNames.ofTool(guarded.method(), guarded.target().annotation());
      Expression literal = Expression.parse("\"" + name + "\"");
      target.expressions().put(Reading.TOOL_NAME, linker.link(literal, guarded.method()));
    }
    if (readsOwnArguments() && ToolObjects.isRunOf(guarded.method())) {
      Expression fields = Expression.parse(Variable.THIS.spelling());
      target.expressions().put(Reading.ARGS, linker.link(fields, guarded.method()));
    }
    guarded
        .target()
        .labels()
        .forEach(
            (name, label) ->
                link("labels." + name, label.value(), Set.of())
                    .map(value -> new LinkedLabel(name, value, label.plain()))
                    .ifPresent(target.labels()::add));
    if (!problems.isEmpty()) {
      throw unfit();
    }
    // The authors of a profile know how its framework handles an error.
    if (!guarded.target().fromProfile()
        && guarded.target().kind() != TargetKind.RUN
        && target.get(Reading.THROWS) == null
        && target.get(Reading.THROWS_TO) == null) {
      Callback.errorCallback(guarded.method()).ifPresent(this::warnOfError);
    }
    if (isTool
        && !target.isBatch()
        && target.get(Reading.RESULT) == null
        && (result.hidesValue() || TextResult.isHolder(result.declared().getName()))
        && !target.hint().isPossible()) {
      String reason = result.cannotCarryMessage();
      target.limits().add("a hint becomes an abort here, because the method " + reason);
    }
    return target;
  }

  private void link(Reading reading, SourceExpression source) {
    int injected = guarded.target().injected();
    if (reading == Reading.INJECT && injected >= guarded.method().getParameterCount()) {
      String has = Linker.parameterList(guarded.method());
      problems.add(
          "%s: inject replaces arg%s, but the method has %s."
              .formatted(source.origin(), injected, has));
      return;
    }
    Set<String> ignored =
        reading == Reading.SESSION ? guarded.target().ignoredSessions() : Set.of();
    link(reading.key(), source, ignored)
        .ifPresent(
            expression -> {
              target.expressions().put(reading, expression);
              String mistake = mistake(reading, expression);
              if (mistake != null) {
                target.mistakes().add(mistake + " (" + source.origin() + ")");
              }
            });
  }

  private Optional<LinkedExpression> link(
      String key, SourceExpression source, Set<String> ignored) {
    try {
      LinkedExpression expression = linker.link(source.expression(), guarded.method(), ignored);
      for (ExpressionException warning : expression.warnings()) {
        target.mistakes().add(warning.getMessage() + " (" + source.at(warning.offset()) + ")");
      }
      target.linked().add(TargetReport.Reading.of(key, source, expression));
      return Optional.of(expression);
    } catch (ExpressionException problem) {
      causes.add(problem);
      problems.add(
          "%s: %s; in `%s`."
              .formatted(
                  source.at(problem.offset()), problem.getMessage(), source.expression().source()));
      return Optional.empty();
    }
  }

  /** Describes a mistake in an expression; removes the expression if it has no effect. */
  private @Nullable String mistake(Reading reading, LinkedExpression expression) {
    return switch (reading) {
      case UNLESS -> mistake(reading, expression, Boolean.class, "no call is left out here");
      case FAILED ->
          mistake(reading, expression, Boolean.class, "it never tells of a failure here");
      case INPUT_TOKENS, CACHED_TOKENS, OUTPUT_TOKENS ->
          mistake(reading, expression, Number.class, "no tokens are counted here");
      case RESULT ->
          target.hint().isPossible()
              ? null
              : givesNo("result", result, expression) + "; a hint falls to abort here";
      case REUSED -> {
        Substitution reused = new Substitution(expression, result);
        yield reused.isPossible()
            ? null
            : useless(
                reading, givesNo("reused", result, expression) + "; results are not reused here");
      }
      case WARNED -> {
        Substitution warned = target.warned();
        yield warned == null || warned.isPossible()
            ? null
            : useless(
                reading,
                givesNo("warned", warned.type(), expression) + "; results carry no warnings here");
      }
      case THROWS ->
          mayBe(Throwable.class, expression.type())
              ? null
              : useless(
                  reading,
                  "throws gives a %s, which is no Throwable; the ToolLoopError itself is thrown here"
                      .formatted(expression.type().getName()));
      case THROWS_TO ->
          guarded.method().getReturnType() == void.class
              ? null
              : useless(
                  reading,
                  "throws_to is for methods that return nothing; the error is thrown here");
      case INJECT -> {
        LinkedTarget.Injection injection = target.injection();
        yield injection == null || injection.isPossible()
            ? null
            : useless(
                reading,
                "inject gives a %s, but arg%s takes a %s; requests carry no warnings here"
                    .formatted(
                        expression.type().getTypeName(),
                        injection.argument(),
                        injection.type().getTypeName()));
      }
      default -> null;
    };
  }

  private String useless(Reading reading, String mistake) {
    target.expressions().remove(reading);
    return mistake;
  }

  private static @Nullable String mistake(
      Reading reading, LinkedExpression expression, Class<?> wanted, String consequence) {
    Class<?> type = expression.type();
    return expression.expression().isProjection() || type == Void.class || mayBe(wanted, type)
        ? null
        : "%s gives a %s, which is no %s; %s"
            .formatted(reading.key(), type.getTypeName(), wanted.getSimpleName(), consequence);
  }

  /** Returns whether a value of a static type may be an instance of another type. */
  private static boolean mayBe(Class<?> wanted, Class<?> type) {
    return type.isInterface() || wanted.isAssignableFrom(type) || type.isAssignableFrom(wanted);
  }

  /** Creates the exception. A missing class is its cause only if nothing else is wrong. */
  private UnfitTargetException unfit() {
    boolean isAllMissing =
        causes.size() == problems.size()
            && causes.stream().allMatch(cause -> MissingClass.in(cause).isPresent());
    return new UnfitTargetException(
        "%s %s is switched off: its calls run unguarded."
            .formatted(String.join("\n", problems), guarded.describe()),
        isAllMissing ? causes.get(0) : null);
  }

  private void warnOfError(Method errorCallback) {
    target
        .mistakes()
        .add(
            "no throws: %s is a callback, and its exceptions do not reach %s of %s; an Error may end its thread, and the caller then waits for the response forever (%s)"
                .formatted(
                    guarded.method().getName(),
                    GuardedMethod.shortSignature(errorCallback),
                    errorCallback.getDeclaringClass().getName(),
                    guarded.target().origin()));
  }

  private static String givesNo(String key, ResultType wanted, LinkedExpression expression) {
    return "%s gives no %s, which the method returns, but %s"
        .formatted(
            key,
            wanted.describe(),
            expression.type() == Void.class ? "null" : "a " + expression.type().getTypeName());
  }
}
