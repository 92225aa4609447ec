package io.loopsentinel.engine;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.response.LoopErrors;
import io.loopsentinel.engine.response.LoopReport;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.session.RecordedCall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a call or a response of the model: what to do next.
 *
 * <p>Immutable and thread-safe. Refers to the arguments of the call until the answer is dropped.
 */
public final class Answer {

  private final Kind kind;
  private final @Nullable String text;
  private final List<Finding> findings;
  private final @Nullable LoopReport report;
  private final @Nullable JudgedCall judged;

  /** The kinds of answers. */
  public enum Kind {
    /** Run the call. */
    RUN,
    /** Do not run the call; give the text to the model instead of a result. */
    HINT,
    /**
     * Ask a person. {@link Sentinel#allow} lets the call run; otherwise treat it as a {@link
     * #HINT}. Only with settings that name this rung.
     */
    ASK,
    /**
     * Do not run the call, and end the run. The model should still get the text as the call's
     * result, because providers refuse a conversation with an unanswered call.
     */
    ABORT,
    /** As {@link #ABORT}; further calls of the session get the same answer until it is reset. */
    TERMINATE
  }

  /**
   * A call that was judged.
   *
   * @param recorded the handle for its outcome; {@code null} if it does not run or the outcome is
   *     not needed
   * @param warning the warning that its result is to carry; {@code null} if none
   */
  record JudgedCall(
      Object session, ToolCall call, @Nullable RecordedCall recorded, @Nullable String warning) {}

  /**
   * Creates an answer.
   *
   * @param found the findings; {@code null} if there are none
   * @param report the decisive one; {@code null} if there are none
   * @param judged the call; {@code null} if the answer is about a response
   */
  Answer(
      Kind kind,
      @Nullable String text,
      Decision.@Nullable Found found,
      @Nullable LoopReport report,
      @Nullable JudgedCall judged) {
    this.kind = kind;
    this.text = text;
    this.findings =
        found == null ? List.of() : found.detections().stream().map(Finding::new).toList();
    this.report = report;
    this.judged = judged;
  }

  /** Returns the kind. */
  public Kind kind() {
    return kind;
  }

  /** Returns whether the kind is {@link Kind#RUN}. */
  public boolean runs() {
    return kind == Kind.RUN;
  }

  /**
   * Returns the text for the model: the result of a call that does not run, or a warning for the
   * next request after a response. {@code null} for a call that runs, because {@link
   * Sentinel#completed} returns its warnings, and if there is nothing to say about a response.
   */
  public @Nullable String text() {
    return text;
  }

  /** Returns the unmodifiable list of findings, the decisive one first; empty if there are none. */
  public List<Finding> findings() {
    return findings;
  }

  /**
   * Returns an error that ends the run, for callers that want to throw one.
   *
   * @throws IllegalStateException if the kind is neither {@link Kind#ABORT} nor {@link
   *     Kind#TERMINATE}
   */
  public ToolLoopError toError() {
    if (report == null || (kind != Kind.ABORT && kind != Kind.TERMINATE)) {
      throw new IllegalStateException("the run does not end: " + this);
    }
    return LoopErrors.error(report, kind == Kind.TERMINATE, null);
  }

  /**
   * Returns the judged call of an answer of a kind.
   *
   * @throws IllegalArgumentException if the answer is of another kind or about a response
   */
  JudgedCall judged(Kind expected) {
    if (judged == null || kind != expected) {
      throw new IllegalArgumentException("no call to " + expected + ": " + this);
    }
    return judged;
  }

  @Override
  public String toString() {
    return "Answer[" + kind + ", " + findings + "]";
  }
}
