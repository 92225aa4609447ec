package io.loopsentinel.engine.session;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.call.CallForm;
import io.loopsentinel.engine.call.CommandLine;
import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.call.ToolRules;
import io.loopsentinel.engine.detect.SimilarCallsDetector;
import io.loopsentinel.engine.identity.CallIdentity;
import io.loopsentinel.engine.identity.CanonicalJson;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.identity.IdentityRule;
import io.loopsentinel.engine.identity.Normalisation;
import io.loopsentinel.engine.identity.RedactedPaths;
import io.loopsentinel.engine.identity.UsedPaths;
import io.loopsentinel.engine.meaning.SimilarMeaning;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.outcome.OutcomeReader;
import io.loopsentinel.engine.outcome.ResultMembers;
import io.loopsentinel.engine.outcome.VolatileTokens;
import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.engine.settings.EngineSettings;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads calls and their outcomes into comparable forms, without a lock. Records which configured
 * paths and patterns have matched. Thread-safe.
 */
public final class CallReading {

  /** Number of calls after which an unused path or pattern for rare cases is reported. */
  public static final int ENOUGH_CALLS = 50;

  private static final int MAX_SHOWN = 200;

  /** Equal command lines are the same call, however they are described. */
  private static final IdentityRule OF_COMMANDS =
      IdentityRule.of(List.of("title"), List.of(), new Normalisation(Set.of(), true, Map.of()));

  private final ToolRules rules;
  private final Fingerprinter fingerprinter;
  private final IdentityRule redacted;
  private final OutcomeReader outcomes;
  private final @Nullable SimilarMeaning meaning;
  private final UsedPaths usedPaths = new UsedPaths("identity.ignore");
  private final UsedPaths usedResultPaths = new UsedPaths(UsedPaths.IN_RESULTS);
  private final RedactedPaths redactedPaths;

  CallReading(EngineSettings settings, ToolRules rules, Fingerprinter fingerprinter) {
    this.rules = rules;
    this.fingerprinter = fingerprinter;
    this.redacted = settings.redacted();
    this.outcomes = new OutcomeReader(new VolatileTokens(settings.volatilePatterns()));
    this.redactedPaths = new RedactedPaths(redacted, fingerprinter);
    SimilarCallsDetector.Settings similar =
        settings.detector(SimilarCallsDetector.Settings.DEFAULT);
    this.meaning = similar.enabled() ? similar.meaning() : null;
  }

  ToolCall identify(String tool, @Nullable Object arguments) {
    ToolRules.Rule rule = rules.of(tool);
    IdentityRule counted = rule.policy().identity();
    String command = CommandLine.of(arguments, rule.policy().command());
    boolean isShell = command != null && counted.equals(IdentityRule.ALL_ARGUMENTS);
    CallIdentity identity =
        fingerprinter.identify(tool, arguments, isShell ? OF_COMMANDS : counted);
    usedPaths.add(tool, counted, identity.namedPaths());
    redactedPaths.lookAt(tool, arguments);
    return new ToolCall(
        tool,
        rule,
        identity.fingerprint(),
        words(identity),
        identity.comparable(),
        arguments,
        Attribution.NONE,
        CallForm.of(tool, command));
  }

  private WordSet words(CallIdentity identity) {
    WordSet words = WordSet.ofArguments(identity.values());
    return meaning == null
        ? words
        : words.withMeaning(meaning.reader().apply(String.join("\n", identity.values())));
  }

  /** Returns the outcome for the result of a call, for {@link LoopEngine#judgeOutcome}. */
  public Outcome readOutcome(RecordedCall recorded, @Nullable Object result) {
    return readOutcome(recorded.toolCall(), result);
  }

  /** Returns the outcome for the result of a call that may not have been recorded. */
  public Outcome readOutcome(ToolCall call, @Nullable Object result) {
    ResultMembers members =
        new ResultMembers(call.tool(), call.policy().results(), usedResultPaths);
    Outcome outcome = outcomes.read(call.arguments(), call.words(), result, members);
    return outcome.kind() == Outcome.Kind.WAITING && CallForm.acts(call.tool())
        ? outcome.with(Outcome.Kind.ACKNOWLEDGEMENT)
        : outcome;
  }

  /** Returns the outcome for the failure of a call, for {@link LoopEngine#judgeOutcome}. */
  public Outcome readFailure(RecordedCall recorded, @Nullable Object failure) {
    ToolCall call = recorded.toolCall();
    return outcomes.readFailure(call.arguments(), call.words(), failure);
  }

  /** Returns a call with a known identity and unknown arguments. */
  public ToolCall identified(String tool, Fingerprint fingerprint, WordSet words) {
    CallForm form = CallForm.of(tool, null);
    return new ToolCall(
        tool, rules.of(tool), fingerprint, words, true, null, Attribution.NONE, form);
  }

  /** Matches the overrides with the tools that were called under earlier settings. */
  void takeOver(CallReading earlier) {
    rules.takeOver(earlier.rules);
  }

  public boolean isExempt(String tool) {
    return rules.of(tool).policy().exempt();
  }

  /**
   * Returns arguments as canonical JSON, without redacted arguments and without the fields of
   * application objects, for a message to the model; see {@link CanonicalJson#render}.
   */
  public String show(@Nullable Object arguments) {
    return fingerprinter.render(arguments, redacted, MAX_SHOWN);
  }

  /**
   * Returns the paths of {@code identity} and {@code redact} that have matched no argument or
   * result of any call so far, and the patterns of {@code volatile} that have matched no result.
   *
   * @param minCalls how many calls a path of {@code identity} must have been used for. Those of
   *     {@code redact} and patterns need {@link #ENOUGH_CALLS} at least, because they may be there
   *     as a precaution
   */
  public List<UsedPaths.Unused> unusedPaths(int minCalls) {
    int least = Math.max(minCalls, ENOUGH_CALLS);
    return Stream.of(
            usedPaths.unused(minCalls).stream(),
            usedResultPaths.unused(minCalls).stream(),
            redactedPaths.unused(least).stream(),
            outcomes.unmatchedPatterns(least).stream()
                .map(each -> new UsedPaths.Unused("detectors.volatile", each, Set.of())))
        .flatMap(each -> each)
        .toList();
  }

  /** Returns the overrides that no tool's name has matched so far. */
  public EngineSettings.UnusedOverrides unusedOverrides() {
    return rules.unused();
  }
}
