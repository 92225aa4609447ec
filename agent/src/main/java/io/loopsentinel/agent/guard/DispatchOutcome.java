package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.guard.call.CallEnvironment;
import io.loopsentinel.agent.guard.call.DispatchedCall;
import io.loopsentinel.agent.guard.call.ToolFrame;
import io.loopsentinel.agent.guard.report.FindingWords;
import io.loopsentinel.agent.guard.report.Traces;
import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.response.Messages;
import io.loopsentinel.engine.reuse.KeptResults;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.RecordedCall;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.targets.config.Reading;
import io.loopsentinel.targets.expression.EvaluationException;
import io.loopsentinel.targets.expression.LinkedExpression;
import io.loopsentinel.targets.expression.Variable;
import io.loopsentinel.targets.link.LinkedTarget;
import io.loopsentinel.targets.link.LinkedTarget.Substitution;
import io.loopsentinel.targets.result.AsynchronousType;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the outcomes of the calls of one dispatch, has the engine judge them, and adds warnings to
 * the result.
 *
 * <p>The outcomes of a batch are unknown if its result cannot be divided among the calls, or if the
 * method throws for more than one call. Used once.
 */
final class DispatchOutcome implements PendingCall.OutcomeJudge {

  private final GuardContext context;
  private final LoopEngine engine;
  private final LinkedTarget target;
  private final ToolFrame frame;
  private final List<AwaitedCall> calls;
  private final CallEnvironment environment;
  private final boolean runs;
  private final @Nullable String sentence;

  /** The result of a single call, with the warnings that were added to it. */
  private @Nullable Object value;

  /** The text of the result for the model; {@code null} if it has none. */
  private @Nullable String text;

  private boolean carriesWarnings;

  /** A call that runs, and the warning about it to add to its result, if any. */
  record AwaitedCall(
      DispatchedCall call,
      @Nullable RecordedCall recorded,
      @Nullable String warning,
      Traces.@Nullable CallTrace trace) {}

  /**
   * Creates the outcome of calls.
   *
   * @param runs whether the calls run; if not, one gets an earlier result
   * @param sentence precedes a result that the model reads again; {@code null} if it is new to it
   */
  DispatchOutcome(
      GuardContext context,
      LinkedTarget target,
      ToolFrame frame,
      List<AwaitedCall> calls,
      boolean runs,
      @Nullable String sentence) {
    this.context = context;
    this.engine = context.engine();
    this.target = target;
    this.frame = frame;
    this.calls = calls;
    this.environment = calls.get(0).call().environment();
    this.runs = runs;
    this.sentence = sentence;
  }

  @Override
  public @Nullable Object judge(
      @Nullable Object returned, @Nullable Throwable thrown, boolean replaceable) throws Throwable {
    environment.returned = returned;
    environment.thrown = thrown;
    boolean batch = target.isBatch();
    Object only = batch ? null : asString(text());
    List<?> texts = batch ? each(Reading.OUTPUT) : Collections.singletonList(only);
    List<?> failed = batch && texts != null ? each(Reading.FAILED) : null;
    value = returned;
    text = only instanceof String given ? given : null;
    carriesWarnings = !batch && replaceable;
    for (int i = 0; i < calls.size(); i++) {
      AwaitedCall call = calls.get(i);
      Object textOfCall = texts == null ? null : asString(texts.get(i));
      boolean isKnown = thrown != null ? calls.size() == 1 : texts != null;
      Outcome outcome =
          isKnown ? outcome(call, textOfCall, failed == null ? null : failed.get(i)) : null;
      keep(call.call(), outcome, textOfCall);
      RecordedCall recorded = call.recorded();
      Decision decision =
          recorded == null || outcome == null
              ? null
              : engine.judgeOutcome(recorded, outcome, textOfCall);
      if (recorded != null && outcome == null) {
        engine.outcomeUnseen(recorded);
      }
      if (call.trace() != null) {
        call.trace().ended(outcome, thrown == null ? textOfCall : null, decision);
      }
      context
          .hooks()
          .after(
              environment,
              i,
              outcome == null ? "unseen" : outcome.failed() ? "failed" : "returned",
              thrown == null ? textOfCall : thrown);
      if (call.warning() != null) {
        warn(call.call(), call.warning());
      }
      if (decision instanceof Decision.Found found) {
        report(found, call.call());
      }
    }
    OperatorWords.carry(
        context,
        environment,
        calls.get(0).call().session(),
        words -> carriesWarnings && addToResult(words, false),
        "result");
    if (sentence != null) {
      boolean unused = addToResult(sentence, true);
    }
    return value;
  }

  @Override
  public void unseen() {
    for (AwaitedCall each : calls) {
      keep(each.call(), null, null);
      RecordedCall recorded = each.recorded();
      if (recorded != null) {
        engine.outcomeUnseen(recorded);
      }
      if (each.trace() != null) {
        each.trace().ended(null, null, null);
      }
    }
    context.hooks().after(environment, "unseen");
  }

  /** Ends the call for the memory of results, which keeps its result if it succeeded. */
  private void keep(DispatchedCall call, @Nullable Outcome outcome, @Nullable Object output) {
    if (runs) {
      engine.keptResults().called(call.call().tool());
    }
    KeptResults.Request request = environment.reusable;
    if (request != null) {
      environment.reusable = null;
      if (outcome != null && outcome.isFinal()) {
        ReusedCalls.keep(request, call, target, environment.returned, output);
      }
      request.end();
    }
  }

  /** Converts a text to a String. A value that is no text, or cannot be read, is unchanged. */
  private @Nullable Object asString(@Nullable Object read) {
    if (!(read instanceof CharSequence chars) || read instanceof String) {
      return read;
    }
    try {
      return Objects.requireNonNull(chars.toString());
    } catch (Throwable unreadable) {
      String consequence = "this result is compared by its class alone";
      context.report(environment, "output", consequence, unreadable);
      return read;
    }
  }

  private @Nullable Outcome outcome(
      AwaitedCall call, @Nullable Object textOfCall, @Nullable Object failed) throws Throwable {
    RecordedCall recorded = call.recorded();
    if (recorded == null) {
      return resultToKeep(call, textOfCall);
    }
    if (environment.thrown != null) {
      return engine.reading().readFailure(recorded, environment.thrown);
    }
    if (target.get(Reading.OUTPUT) == null && AsynchronousType.isOne(textOfCall)) {
      return null; // Not the declared asynchronous type: its value is unknown.
    }
    boolean isFailure =
        target.isBatch() ? Boolean.TRUE.equals(failed) : frame.hasFailed(target, environment);
    return isFailure
        ? engine.reading().readFailure(recorded, textOfCall)
        : engine.reading().readOutcome(recorded, textOfCall);
  }

  /**
   * Returns the outcome of a call that its response had requested before, so that it was not
   * recorded. Its result may be that for which equal calls wait.
   */
  private @Nullable Outcome resultToKeep(AwaitedCall call, @Nullable Object textOfCall)
      throws Throwable {
    return environment.reusable == null
            || environment.thrown != null
            || frame.hasFailed(target, environment)
        ? null
        : engine.reading().readOutcome(call.call().call(), textOfCall);
  }

  /**
   * Reads the text of the result for the model.
   *
   * <p>A result of several parts, or of pictures, may have no text, and some frameworks throw if
   * asked for it. Such a result is compared as a whole. If it counted as empty, all such results
   * would be equal.
   */
  private @Nullable Object text() {
    Object returned = environment.returned;
    if (target.get(Reading.OUTPUT) == null || returned == null) {
      return returned;
    }
    try {
      return target.evaluate(Reading.OUTPUT, environment);
    } catch (Throwable unreadable) {
      // Not reported: users cannot fix an expression of a profile that meets the framework's own
      // exception or another kind of result.
      boolean isExpected =
          environment.method.target().fromProfile()
              && unreadable instanceof EvaluationException problem
              && (problem.isOfOtherKind() || problem.getCause() instanceof RuntimeException);
      if (!isExpected) {
        String consequence = "this result is compared as a whole, not by its text";
        context.report(environment, "output", consequence, unreadable);
      }
      return returned;
    }
  }

  /** Returns one value for each call; {@code null} if the result cannot be divided among them. */
  private @Nullable List<?> each(Reading reading) {
    LinkedExpression expression = target.get(reading);
    if (environment.thrown != null
        || expression == null
        || !expression.expression().isProjection()) {
      return null;
    }
    try {
      List<?> values = expression.evaluate(environment) instanceof List<?> list ? list : List.of();
      if (values.size() == calls.size()) {
        return values;
      }
      throw new EvaluationException(
          "it gives %s values for %s calls".formatted(values.size(), calls.size()),
          expression.expression());
    } catch (Throwable unreadable) {
      String consequence =
          reading == Reading.FAILED
              ? "none of these results counts as a failure"
              : "these results are not seen";
      context.report(environment, reading.key(), consequence, unreadable);
      return null;
    }
  }

  private void report(Decision.Found found, DispatchedCall call) {
    Action action = found.action();
    String done =
        action == Action.WARN
            ? warn(call, Messages.warning(call.reportWithResult(engine, found.decisive())))
            : null;
    Function<Detection, String> words =
        detection ->
            done == null || detection.rung() == Action.OBSERVE
                ? FindingWords.observed(detection.rung())
                : done;
    context.reports().found(found, call.subject(), action, words);
  }

  private String warn(DispatchedCall call, String warning) {
    if (carriesWarnings && addToResult(warning, false)) {
      return "a warning is added to the result";
    }
    if (engine.turns().keepWarning(call.session(), warning)) {
      return FindingWords.IN_NEXT_REQUEST;
    }
    return environment.thrown == null
        ? "the model is not warned, because its result cannot carry a warning"
        : "the model is not warned, because the tool threw";
  }

  /** Adds a text to the result; returns false if the result cannot carry it. */
  private boolean addToResult(String warning, boolean first) {
    Substitution warned = target.warned();
    boolean addsWarningAlone =
        value != null
            && warned != null
            && warned.result() != null
            && !warned.result().expression().variables().contains(Variable.MESSAGE);
    if (text == null && !addsWarningAlone) {
      return false; // Building it again would lose its content, which is not text.
    }
    String both =
        text == null ? warning : first ? warning + "\n\n" + text : text + "\n\n" + warning;
    Object changed = value instanceof String ? both : rebuilt(warned, warning, both);
    if (changed == null) {
      return false;
    }
    value = changed;
    text = text == null ? null : both;
    return true;
  }

  private @Nullable Object rebuilt(@Nullable Substitution warned, String warning, String message) {
    if (warned == null) {
      return null;
    }
    environment.returned = value; // With what was added before.
    environment.warning = warning;
    environment.message = message;
    try {
      return warned.value(environment, message);
    } catch (Throwable unfit) {
      // Another version of the framework than the expression was written for: a result without the
      // warning is better than none.
      if (!Substitution.isCast(unfit)) {
        context.report(environment, "warned", "the result carries no warning", unfit);
      }
      return null;
    }
  }
}
