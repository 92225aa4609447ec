package io.loopsentinel.engine.gate;

import io.loopsentinel.engine.detect.Call;
import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.detect.SessionFacts;
import io.loopsentinel.engine.finding.Evidence;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.Gate;
import io.loopsentinel.engine.settings.Ladder;
import io.loopsentinel.engine.settings.ToolPolicy;
import io.loopsentinel.engine.text.Printable;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The evidence that the override of a tool denies its calls, or lets a person decide about each.
 *
 * @param refused whether a person refused this call
 */
public record ToolGate(Gate gate, boolean refused) implements Evidence {

  public static final String NAME = "before";

  /** The names of findings that are not about a loop. */
  public static final Set<String> GATES = Set.of(NAME, EffectRefusal.NAME, EffectRefusal.OF_STORE);

  public static Finding finding(Gate gate, Call call) {
    return new Finding(
        new Finding.Loop(NAME, call.fingerprint()),
        1,
        1,
        List.of(call.tool()),
        new ToolGate(gate, false),
        call.rule().setting(NAME));
  }

  /**
   * Returns the detection for a call. A call that nobody allows is answered with a hint.
   *
   * @param asks whether a person decides
   * @param denials how often an equal call was denied in the session, including this time
   * @param mayAbort whether the session permits an abort
   */
  public static Detection detection(
      Finding finding, boolean asks, ToolPolicy policy, int denials, boolean mayAbort) {
    Ladder ladder = mayAbort ? Ladder.STOP_AT_ONCE : Ladder.of(Action.HINT);
    return new Detection(
        finding,
        asks ? 1 : denials,
        asks ? Action.ASK : ladder.rung(denials),
        asks ? Action.HINT : ladder.rung(denials + 1),
        policy.texts().reason(),
        SessionFacts.NONE);
  }

  /** Returns the detection of a call that a person refused. */
  public static Detection refused(Detection asked) {
    Finding finding = asked.finding();
    return finding.evidence() instanceof ToolGate gate
        ? asked.withFinding(finding.with(new ToolGate(gate.gate, true)))
        : asked;
  }

  @Override
  public boolean isOfLoop() {
    return false;
  }

  @Override
  public Words words(Finding finding) {
    String calls = refused ? "a person refused this call of " : "each call of ";
    String what = refused ? "" : gate.asks() ? " needs a person's approval" : " is denied";
    return new Words(
        call -> fact(Printable.within(finding.tools(), call.maxLength())),
        calls + finding.tools() + what,
        "the override of the tool",
        new Advice(
            "Go on without it, or tell the user that it was not done.",
            "go on without it",
            "If it is meant, go on.",
            "go on without this call",
            true,
            "it is made once more"));
  }

  private String fact(String tool) {
    if (refused) {
      return "A person refused this call of " + tool + ".";
    }
    return gate.asks()
        ? tool + " runs only if a person approves the call, and nobody approved this one."
        : Objects.requireNonNullElse(gate.denial(), tool + " is not allowed here.");
  }
}
