package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.api.FoundLoop;
import io.loopsentinel.engine.api.LoopRule;
import io.loopsentinel.engine.api.SeenCall;
import io.loopsentinel.engine.finding.Evidence;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.engine.settings.Ladder;
import io.loopsentinel.engine.text.Printable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks a rule of an extension about each call. */
public record ExtensionDetector(Settings settings) implements Detector {

  /** Maximum number of earlier calls that a rule sees. */
  private static final int MAX_CALLS = 50;

  private static final int MAX_TEXT_LENGTH = 500;

  /** The section of a detector from an extension, and its rule. */
  public record Settings(String name, boolean enabled, @Nullable Ladder escalation, LoopRule rule)
      implements DetectorSettings {

    /** Returns the settings without the rule, whose text differs between JVMs. */
    @Override
    public String toString() {
      return name + "[enabled=" + enabled + ", escalation=" + escalation + "]";
    }
  }

  @Override
  public DetectorTraits traits() {
    return DetectorTraits.reading(MAX_CALLS);
  }

  @Override
  public @Nullable Finding beforeCall(Call call, WordSet words, SessionHistory session) {
    List<SeenCall> earlier =
        session.calls().latest(MAX_CALLS).stream().map(ExtensionDetector::toSeenCall).toList();
    FoundLoop found = settings.rule().check(toSeenCall(call), earlier);
    return found == null
        ? null
        : new Finding(
            Finding.Loop.ofTool(settings.name(), found.subject(), 0),
            found.count(),
            found.threshold(),
            List.of(call.tool()),
            new RuleEvidence(
                Printable.of(found.fact(), MAX_TEXT_LENGTH),
                Printable.of(found.advice(), MAX_TEXT_LENGTH)),
            "detectors." + settings.name());
  }

  private static SeenCall toSeenCall(Call call) {
    Call.Result result = call.result();
    return new SeenCall(
        call.tool(),
        call.fingerprint().toHex(),
        call.time(),
        result == null ? null : Long.toHexString(result.settled()),
        call.hasFailed());
  }

  /** The texts that a rule gives for its finding. */
  private record RuleEvidence(String fact, String advice) implements Evidence {

    @Override
    public Words words(Finding finding) {
      return new Words(
          call -> fact,
          fact.endsWith(".") ? fact.substring(0, fact.length() - 1) : fact,
          "by the rule " + finding.detector(),
          Advice.onCall(advice, "do what else serves the task", "call another tool"));
    }
  }
}
