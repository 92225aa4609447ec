package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.async.ResultType;
import io.loopsentinel.agent.expression.LinkedExpression;
import io.loopsentinel.agent.guard.LinkedTarget.Refusal;
import io.loopsentinel.agent.guard.LinkedTarget.Substitution;
import io.loopsentinel.agent.guard.TargetReport.Effect;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Describes the effect of a target on a method, for logs and {@code check}. */
final class Effects {

  private static final String WAITS = "waits for the next request of its session, see inject";

  private final ResultType type;
  private final List<Effect> effects = new ArrayList<>();

  private Effects(ResultType type) {
    this.type = type;
  }

  static List<Effect> of(LinkedTarget linked) {
    Effects described = new Effects(linked.method().result());
    if (linked.use() instanceof LinkedTarget.Tool tool) {
      described.tool(tool);
    } else if (linked.use() instanceof TurnReadings turn) {
      described.turn(turn);
    } else if (linked.use() instanceof LinkedTarget.Run run) {
      described.run(run, linked.method().target().resets());
    }
    return described.effects;
  }

  private void tool(LinkedTarget.Tool tool) {
    boolean batch = tool.isBatch();
    if (!batch && tool.arguments() == null) {
      add("args", "those of the method");
    }
    session(tool.session(), "the run, else the thread");
    boolean apart = tool.output() != null && tool.output().expression().isProjection();
    add(
        "outcome",
        !batch || apart ? outcome() : "not seen: no output with [*] tells the results apart");
    add(
        "hint",
        tool.hint() == null
            ? "becomes an abort: the method dispatches several calls at once"
            : hint(tool.hint()));
    add("warn", batch ? WAITS : warning(tool.warned()));
    add("abort", abort(tool.refusal()));
  }

  private void turn(TurnReadings readings) {
    session(readings.session(), "the run, else the thread");
    if (readings.areOfRequestOnly()) {
      add("outcome", "not seen: the target reads nothing of the response");
    } else {
      add("outcome", readings.areKnownAtEntry() ? "judged when the method is called" : outcome());
    }
    if (readings.injection() != null) {
      add("inject", "arg" + readings.injection().argument() + " gets the warnings that wait");
    }
    add("abort", abort(readings.refusal()));
  }

  private void run(LinkedTarget.Run run, boolean resets) {
    session(run.session(), "one of its own");
    add("reset", resets ? "its session begins anew with each call" : "its session goes on");
    add("outcome", type.hidesValue() ? outcome() : "ends with the method");
  }

  private void session(@Nullable LinkedExpression session, String otherwise) {
    if (session == null) {
      add("session", otherwise);
    }
  }

  private String outcome() {
    if (type.isSuspending()) {
      return "judged when the suspend function is done";
    }
    if (type.hidesValue()) {
      return "judged when the " + name(type.declared()) + " completes";
    }
    return type.declared() == void.class
        ? "judged when the method is done; without a result, for it returns nothing"
        : "judged when the method returns";
  }

  private String hint(Substitution hint) {
    LinkedExpression result = hint.result();
    if (!hint.isPossible()) {
      return "becomes an abort: "
          + (result == null
              ? "the method " + type.cannotCarryMessage()
              : "result gives no " + type.describe() + ", which the method returns");
    }
    Class<?> given = hint.given();
    boolean wrapped = type.carriesErrors() && !type.declared().isAssignableFrom(given);
    return (wrapped ? "completes the " + name(type.declared()) + " with " : "returns ")
        + (result == null ? "its text" : "the " + name(given) + " that result builds")
        + (type.surelyTakes(given)
            ? ""
            : ", or becomes an abort if the method returns something else");
  }

  private String warning(@Nullable Substitution warned) {
    if (warned != null) {
      return "is added to the result, which warned builds once more";
    }
    if (!type.comesAsWhole() || !type.value().isAssignableFrom(String.class)) {
      return WAITS;
    }
    return type.value() == String.class
        ? "is added to the result"
        : "is added to a result that is text; else it " + WAITS;
  }

  private String abort(Refusal refusal) {
    LinkedExpression exception = refusal.exception();
    return (type.carriesErrors() ? "completes the " + name(type.declared()) + " with " : "throws ")
        + (exception == null
            ? "a ToolLoopError"
            : "the " + name(exception.type()) + " that throws builds");
  }

  private static String name(Class<?> type) {
    return type == Void.class ? "null" : type.getSimpleName();
  }

  private void add(String name, String text) {
    effects.add(new Effect(name, text));
  }
}
