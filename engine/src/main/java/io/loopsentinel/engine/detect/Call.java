package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.call.CallForm;
import io.loopsentinel.engine.call.Responses;
import io.loopsentinel.engine.call.ToolRules;
import io.loopsentinel.engine.finding.ResultMatch;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.settings.ToolPolicy;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A judged tool call, and its result once that is known.
 *
 * <p>Holds no arguments and no text of the application. Not thread-safe: guarded by its session.
 */
public final class Call {

  /** Calls may read the clock shortly before the call that they wait for ends. */
  private static final int CLOCK_TOLERANCE_MILLIS = 1_000;

  private final String tool;
  private final ToolRules.Rule rule;
  private final Fingerprint fingerprint;
  private final CallForm form;
  private final long time;
  private final int response;
  private @Nullable Result result;
  private Novelty novelty = Novelty.UNKNOWN;
  private long end;
  private boolean patient;
  private boolean vain;
  private int copies;
  private boolean reported;

  /** Whether a call made progress. */
  enum Novelty {
    /** It succeeded, and returned a new result or set a new state. */
    NEW_RESULT,
    /** It succeeded, and wrote a new text to a place that it names. */
    NEW_WRITE,
    /** It failed, or it repeated an earlier result or state. */
    NONE,
    /** Its result is unknown, reports that something still runs, or serves a waiting call. */
    UNKNOWN
  }

  /**
   * Creates a call whose result is not known yet.
   *
   * @param time the time of judgement, in milliseconds since the epoch
   * @param response the number of the model response that requested it, see {@link Responses}
   */
  public Call(
      String tool,
      ToolRules.Rule rule,
      Fingerprint fingerprint,
      CallForm form,
      long time,
      int response) {
    this.tool = tool;
    this.rule = rule;
    this.fingerprint = fingerprint;
    this.form = form;
    this.time = time;
    this.response = response;
  }

  /**
   * The parts of a result that are compared.
   *
   * @param raw short hash of the whole text; only shows in which way equal results match
   * @param normalised hash of the text without volatile tokens
   * @param settled hash of the shown content; decides whether results of equal calls match
   * @param answer hash that is compared with results of other calls
   * @param receipt short hash of what was done, without the id of what was made; 0 if it is unknown
   */
  public record Result(
      int raw, long normalised, long settled, long answer, int receipt, Outcome.Kind kind) {

    public static Result of(Outcome outcome) {
      return new Result(
          Long.hashCode(outcome.rawKey()),
          outcome.normalisedKey(),
          outcome.settledKey(),
          outcome.failed() ? outcome.errorKey() : outcome.stagnationKey(),
          Long.hashCode(outcome.receiptKey()),
          outcome.kind());
    }

    /** Returns the key of the failure, or of the text without volatile tokens. */
    long text() {
      return kind == Outcome.Kind.FAILURE ? answer : normalised;
    }

    boolean isAcknowledgement() {
      return kind == Outcome.Kind.ACKNOWLEDGEMENT || kind == Outcome.Kind.SILENCE;
    }

    /** Returns whether both say that the same was done, see {@link #receipt}. */
    boolean isReceiptLike(Result other) {
      return receipt != 0 && receipt == other.receipt;
    }

    /** Compares two results of the same call; an unseen result counts as equal. */
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

  public String tool() {
    return tool;
  }

  public ToolRules.Rule rule() {
    return rule;
  }

  public ToolPolicy policy() {
    return rule.policy();
  }

  public Fingerprint fingerprint() {
    return fingerprint;
  }

  /** Returns the time of judgement. */
  public Instant time() {
    return Instant.ofEpochMilli(time);
  }

  /** Returns the number of the model response that requested it. */
  public int response() {
    return response;
  }

  /** Returns the result, or {@code null} while the call runs or if its target has none. */
  @Nullable Result result() {
    return result;
  }

  void complete(Result newResult, long newEnd) {
    result = newResult;
    end = newEnd;
  }

  /** Returns the milliseconds since an earlier call ended; 0 if that is unknown. */
  long pauseAfter(Call earlier) {
    return earlier.end > 0 ? time - earlier.end : 0;
  }

  void setNovelty(Novelty newNovelty) {
    novelty = newNovelty;
  }

  /**
   * Returns whether it began a while after an earlier call ended, or seems to have begun before it,
   * because the clock was set back meanwhile.
   */
  boolean isSpacedFrom(Call earlier, long millis) {
    long pause = time - earlier.end;
    return earlier.end > 0 && (pause >= millis || pause < -CLOCK_TOLERANCE_MILLIS);
  }

  /** Sets the number of equal calls that the same model response requested before. */
  public void setCopies(int earlier) {
    copies = earlier;
  }

  int copies() {
    return copies;
  }

  /** Counts another equal call of the same model response; returns the number before. */
  int countCopy() {
    return ++copies;
  }

  /** Returns the tool, or the program of a tool that runs command lines. */
  public String actor() {
    return form.isShell() ? tool + ' ' + form.program() : tool;
  }

  boolean isOfSameTool(Call other) {
    return tool.equals(other.tool);
  }

  boolean isOfSameActor(Call other) {
    return isOfSameTool(other) && form.program().equals(other.form.program());
  }

  CallForm form() {
    return form;
  }

  /** Records that it asked for something and found nothing. */
  void markVain() {
    vain = true;
  }

  boolean isVain() {
    return vain;
  }

  /** Records that it waits: by itself, or since the equal call before. */
  public void markPatient() {
    patient = true;
  }

  boolean isMarkedPatient() {
    return patient;
  }

  /** Returns whether it waits. A failure is waited for only by a call that says so. */
  public boolean isPatient() {
    return patient && (form.waits() || !hasFailed());
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

  /** Returns whether it was acknowledged, and what was done is not the same. */
  boolean isAcknowledgedUnlike(Result other) {
    return result != null
        && result.kind() == Outcome.Kind.ACKNOWLEDGEMENT
        && !result.isReceiptLike(other);
  }

  boolean isWaiting() {
    return result != null && result.kind() == Outcome.Kind.WAITING;
  }

  boolean isAcknowledged() {
    return result != null && result.isAcknowledgement();
  }

  /** Records that a finding has reported the calls up to this one. */
  void markReported() {
    reported = true;
  }

  boolean isReported() {
    return reported;
  }

  /** Returns whether it returned a new answer, as opposed to an acknowledgement or an echo. */
  public boolean hasNewAnswer() {
    return novelty == Novelty.NEW_RESULT && result != null && result.kind() == Outcome.Kind.ANSWER;
  }

  boolean hasNews() {
    return novelty == Novelty.NEW_RESULT || novelty == Novelty.NEW_WRITE;
  }

  Novelty novelty() {
    return novelty;
  }

  boolean isOfSameResponse(Call other) {
    return response != Responses.UNKNOWN && response == other.response;
  }

  boolean isSameAs(Call other) {
    return fingerprint.equals(other.fingerprint);
  }

  /** Returns whether its result differs from that of an earlier equal call. */
  boolean hasChangedSince(Call before) {
    return Result.compare(before.result, result) == ResultMatch.CHANGING;
  }
}
