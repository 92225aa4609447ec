package io.loopsentinel.targets.link;

import io.loopsentinel.targets.config.Reading;
import io.loopsentinel.targets.expression.LinkedExpression;
import io.loopsentinel.targets.link.LinkedTarget.Substitution;
import io.loopsentinel.targets.link.TargetReport.Effect;
import io.loopsentinel.targets.result.ResultType;
import io.loopsentinel.targets.result.ReusableType;
import java.util.ArrayList;
import java.util.List;

/** Describes the effect of a target on a method, for logs and {@code check}. */
final class Effects {

  private static final String WAITS = "waits for the next request of its session, see inject";

  private final LinkedTarget target;
  private final ResultType type;
  private final List<Effect> effects = new ArrayList<>();

  private Effects(LinkedTarget target) {
    this.target = target;
    this.type = target.method().result();
  }

  static List<Effect> of(LinkedTarget target) {
    Effects described = new Effects(target);
    switch (target.method().target().kind()) {
      case TOOL -> described.tool();
      case TURN -> described.turn();
      case RUN -> described.run();
    }
    return described.effects;
  }

  private void tool() {
    boolean batch = target.isBatch();
    LinkedExpression name = target.get(Reading.TOOL_NAME);
    if (name != null && !target.method().target().readings().containsKey(Reading.TOOL_NAME)) {
      add("tool", name.expression().source());
    }
    if (!batch && target.get(Reading.ARGS) == null) {
      List<String> names = target.argumentNames();
      add("args", names.isEmpty() ? "those of the method" : "by name: " + String.join(", ", names));
    }
    session("the run, else the thread");
    LinkedExpression output = target.get(Reading.OUTPUT);
    boolean separatesResults = output != null && output.expression().isProjection();
    String unseen = "not seen: no output with [*] tells the results apart";
    add("outcome", !batch || separatesResults ? outcome() : unseen);
    add("hint", batch ? "becomes an abort: the method dispatches several calls at once" : hint());
    add("warn", batch ? WAITS : warning());
    add("reuse", reuse(batch));
    boolean ends = target.method().target().endsSession();
    boolean mayWait =
        !batch && target.hint().isPossible() && !target.method().target().abortsAtCall();
    String whenever = mayWait ? "" : ", at the call whatever abort_at says";
    add("abort", abort() + (ends ? ", and ends the session" : "") + whenever);
  }

  private void turn() {
    session("the run, else the thread");
    if (target.seesRequestOnly()) {
      add("outcome", "not seen: the target reads nothing of the response");
    } else {
      add("outcome", target.isKnownAtEntry() ? "judged when the method is called" : outcome());
    }
    LinkedTarget.Injection injection = target.injection();
    if (injection != null) {
      add("inject", "arg" + injection.argument() + " gets the warnings that wait");
    }
    add("abort", abort());
  }

  private void run() {
    session("one of its own");
    boolean resets = target.method().target().resets();
    add("reset", resets ? "its session begins again with each call" : "its session goes on");
    add("outcome", type.hidesValue() ? outcome() : "ends with the method");
  }

  private void session(String fallback) {
    if (target.get(Reading.SESSION) == null) {
      add("session", fallback);
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
        ? "judged when the method is done, without a result, because it returns nothing"
        : "judged when the method returns";
  }

  private String hint() {
    Substitution hint = target.hint();
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
        + (result == null ? text(given) : "the " + name(given) + " that result builds")
        + (type.surelyTakes(given)
            ? ""
            : ", or becomes an abort if the method returns something else");
  }

  private static String text(Class<?> given) {
    return given == String.class ? "its text" : "its text as " + given.getSimpleName();
  }

  private String warning() {
    if (target.warned() != null) {
      return "is added to the result, which warned builds again";
    }
    if (!type.comesAsWhole() || !type.value().isAssignableFrom(String.class)) {
      return WAITS;
    }
    return type.value() == String.class
        ? "is added to the result"
        : "is added to a result that is text; else it " + WAITS;
  }

  private String reuse(boolean batch) {
    String reason =
        batch
            ? "the method dispatches several calls at once"
            : ReusableType.whyNot(type, target.reused() != null);
    if (reason != null) {
      return "not possible: " + reason;
    }
    return target.reused() != null
        ? "builds the result again with reused"
        : type.item() == Object.class
            ? "gives a result again that is text or otherwise immutable"
            : "gives the " + name(type.item()) + " again";
  }

  private String abort() {
    return target.get(Reading.THROWS_TO) == null
        ? thrown()
        : thrown().replaceFirst("^throws", "hands to throws_to");
  }

  private String thrown() {
    LinkedExpression exception = target.get(Reading.THROWS);
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
