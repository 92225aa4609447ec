package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.settings.ToolPolicy;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A tool call that was judged, and its result once that is known.
 *
 * <p>Holds no arguments and no text of the application. Not thread-safe: its session guards it.
 */
public final class Call {

  private final String tool;
  private final ToolRules.Rule rule;
  private final Fingerprint fingerprint;
  private final long time;
  private final int response;
  private @Nullable Result result;
  private Novelty novelty = Novelty.UNKNOWN;
  private boolean reported;
  private boolean togglingReported;

  /** Whether a call got the run any further. */
  enum Novelty {
    /** It succeeded, and brought a result or set a state that was not there before. */
    NEW_RESULT,
    /** The same, and what it did was to write a text to a place that it names. */
    NEW_WRITE,
    /** It failed, or brought or set again what was there before. */
    NONE,
    /** Its result is not known, says that something still runs, or serves a call that waits. */
    UNKNOWN
  }

  /**
   * Creates a call whose result is not known yet.
   *
   * @param tool the tool's name
   * @param rule how the tool is judged
   * @param fingerprint the call's identity
   * @param time when the call was judged, in milliseconds since the epoch
   * @param response the number of the model's response that asked for it, see {@link
   *     SessionHistory.Responses}
   */
  public Call(String tool, ToolRules.Rule rule, Fingerprint fingerprint, long time, int response) {
    this.tool = tool;
    this.rule = rule;
    this.fingerprint = fingerprint;
    this.time = time;
    this.response = response;
  }

  /**
   * What is compared of the results of equal calls.
   *
   * @param raw short hash of the whole text; it only tells how results match that do
   * @param normalised the same of the text without volatile tokens
   * @param settled hash of what the text shows
   * @param answer what is compared with results of other calls
   * @param kind what it says of the call
   */
  public record Result(int raw, int normalised, long settled, long answer, Outcome.Kind kind) {

    /** Returns what is compared of an outcome. */
    public static Result of(Outcome outcome) {
      return new Result(
          Long.hashCode(outcome.rawKey()),
          Long.hashCode(outcome.normalisedKey()),
          outcome.settledKey(),
          outcome.failed() ? outcome.errorKey() : outcome.stagnationKey(),
          outcome.kind());
    }

    /** Returns whether it says no more than that the call was done. */
    boolean acknowledgement() {
      return kind == Outcome.Kind.ACKNOWLEDGEMENT || kind == Outcome.Kind.SILENCE;
    }

    /** Compares two results of the same call; one that was not seen counts as the same. */
    static ResultMatch compare(@Nullable Result a, @Nullable Result b) {
      if (a == null || b == null) {
        return ResultMatch.UNSEEN;
      }
      if (a.settled != b.settled) {
        return ResultMatch.CHANGING;
      }
      if (a.normalised != b.normalised) {
        return ResultMatch.NOTHING_NEW;
      }
      return a.raw == b.raw ? ResultMatch.EQUAL : ResultMatch.EQUAL_NORMALISED;
    }
  }

  /** Returns the tool's name. */
  public String tool() {
    return tool;
  }

  ToolRules.Rule rule() {
    return rule;
  }

  /** Returns how the tool is judged. */
  public ToolPolicy policy() {
    return rule.policy();
  }

  /** Returns the call's identity. */
  public Fingerprint fingerprint() {
    return fingerprint;
  }

  /** Returns when the call was judged. */
  public Instant time() {
    return Instant.ofEpochMilli(time);
  }

  /** Returns the number of the model's response that asked for it. */
  public int response() {
    return response;
  }

  /** Returns the result, or {@code null} while the call runs or where its target has none. */
  @Nullable Result result() {
    return result;
  }

  /** Notes the result. */
  void complete(Result brought, Novelty whether) {
    result = brought;
    novelty = whether;
  }

  boolean hasSameAnswer(Result other) {
    return result != null && result.answer() == other.answer();
  }

  boolean hasSucceeded() {
    return result != null && result.kind() != Outcome.Kind.FAILURE;
  }

  boolean hasFailed() {
    return result != null && result.kind() == Outcome.Kind.FAILURE;
  }

  boolean isWaiting() {
    return result != null && result.kind() == Outcome.Kind.WAITING;
  }

  boolean isAcknowledged() {
    return result != null && result.acknowledgement();
  }

  /** Notes that a finding has told of the run up to this call. */
  void markReported() {
    reported = true;
  }

  boolean isReported() {
    return reported;
  }

  /** Notes that a finding has told of the answers in turn up to this call's. */
  void markTogglingReported() {
    togglingReported = true;
  }

  boolean isTogglingReported() {
    return togglingReported;
  }

  /** Returns whether it brought an answer that was not there before. */
  boolean hasNewAnswer() {
    return novelty == Novelty.NEW_RESULT && result != null && result.kind() == Outcome.Kind.ANSWER;
  }

  boolean hasNews() {
    return novelty == Novelty.NEW_RESULT || novelty == Novelty.NEW_WRITE;
  }

  Novelty novelty() {
    return novelty;
  }

  boolean isOfSameResponse(Call other) {
    return response != SessionHistory.Responses.UNKNOWN && response == other.response;
  }

  boolean isSameAs(Call other) {
    return fingerprint.equals(other.fingerprint);
  }

  /** Returns whether it brought another result than the same call before. */
  boolean hasChangedSince(Call before) {
    return Result.compare(before.result, result) == ResultMatch.CHANGING;
  }
}
