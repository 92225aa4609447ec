package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.async.ResultType;
import io.loopsentinel.agent.expression.LinkedExpression;
import io.loopsentinel.agent.guard.LinkedTarget.Refusal;
import io.loopsentinel.agent.guard.LinkedTarget.Substitution;
import io.loopsentinel.agent.guard.TargetReport.Effect;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Words what becomes of the calls of a method that a target guards. */
final class Effects {

  private static final String WAITS = "waits for the next request of its session, see inject";

  private final LinkedTarget linked;
  private final ResultType type;
  private final List<Effect> effects = new ArrayList<>();

  private Effects(LinkedTarget linked) {
    this.linked = linked;
    this.type = linked.method().result();
  }

  static List<Effect> of(LinkedTarget linked) {
    return new Effects(linked).all();
  }

  private List<Effect> all() {
    LinkedTarget.Use use = linked.use();
    if (use instanceof LinkedTarget.Tool tool) {
      tool(tool);
    } else if (use instanceof TurnReadings turn) {
      turn(turn);
    } else if (use instanceof LinkedTarget.Run run) {
      run(run);
    }
    return effects;
  }

  private void tool(LinkedTarget.Tool tool) {
    boolean batch = tool.isBatch();
    if (!batch && tool.arguments() == null) {
      add("args", "those of the method");
    }
    session(tool.session());
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
    session(readings.session());
    if (readings.areOfRequestOnly()) {
      add("outcome", "not seen: the target reads nothing of the response");
    } else {
      add("outcome", readings.areKnownAtEntry() ? "judged when the method is called" : outcome());
    }
    TurnReadings.Injection injection = readings.injection();
    if (injection != null) {
      add("inject", "arg" + injection.argument() + " gets the warnings that wait");
    }
    add("abort", abort(readings.refusal()));
  }

  private void run(LinkedTarget.Run run) {
    if (run.session() == null) {
      add("session", "one of its own");
    }
    add(
        "reset",
        linked.method().target().resets()
            ? "its session begins anew with each call"
            : "its session goes on");
    add("outcome", type.isSuspending() || type.hidesValue() ? outcome() : "ends with the method");
  }

  private void session(@Nullable LinkedExpression session) {
    if (session == null) {
      add("session", "the run, else the thread");
    }
  }

  private String outcome() {
    if (type.isSuspending()) {
      return "judged when the suspend function is done";
    }
    if (type.hidesValue()) {
      return "judged when the " + type.declared().getSimpleName() + " completes";
    }
    return type.declared() == void.class
        ? "judged when the method is done; without a result, for it returns nothing"
        : "judged when the method returns";
  }

  private String hint(Substitution substitution) {
    String returned = type.describe();
    if (!substitution.isPossible()) {
      return "becomes an abort: "
          + (substitution.result() == null
              ? "the method " + type.cannotCarryMessage()
              : "result gives no " + returned + ", which the method returns");
    }
    Class<?> given = substitution.result() == null ? String.class : substitution.result().type();
    String what =
        substitution.result() == null ? "its text" : "the " + name(given) + " that result builds";
    boolean wrapped = type.carriesErrors() && !type.declared().isAssignableFrom(given);
    String how =
        wrapped ? "completes the " + type.declared().getSimpleName() + " with " : "returns ";
    return how
        + what
        + (type.surelyTakes(given)
            ? ""
            : ", or becomes an abort if the method returns something else");
  }

  private String warning(@Nullable Substitution warned) {
    if (warned != null) {
      return "is added to the result, which warned builds once more";
    }
    Class<?> value = type.value();
    if (!type.comesAsWhole() || !value.isAssignableFrom(String.class)) {
      return WAITS;
    }
    return value == String.class
        ? "is added to the result"
        : "is added to a result that is text; else it " + WAITS;
  }

  private String abort(Refusal refusal) {
    String what =
        refusal.exception() == null
            ? "a ToolLoopError"
            : "the " + name(refusal.exception().type()) + " that throws builds";
    return type.carriesErrors()
        ? "completes the " + type.declared().getSimpleName() + " with " + what
        : "throws " + what;
  }

  private static String name(Class<?> type) {
    return type == Void.class ? "null" : type.getSimpleName();
  }

  private void add(String name, String text) {
    effects.add(new Effect(name, text));
  }
}
