package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.outcome.ArgumentSketch;
import io.loopsentinel.engine.outcome.Outcome;

/**
 * The outcome of a call, and its position in the row of equal outcomes that it continues. Not
 * thread-safe: its session guards it.
 */
final class PastOutcome {

  private enum Kind {
    RESULT,
    /** A result that says that there is nothing; what it names is no part of the answer. */
    NEGATIVE_ANSWER,
    ACKNOWLEDGEMENT,
    FAILURE
  }

  private final Call call;
  private final Kind kind;
  private final long text;
  private final long answer;
  private final ArgumentSketch arguments;

  private int count;
  private int total;
  private int similar;
  private boolean ofOneCall;
  private boolean comparable = true;

  PastOutcome(Call call, Outcome outcome) {
    this.call = call;
    this.kind = kind(outcome);
    this.text = outcome.failed() ? outcome.errorKey() : outcome.normalisedKey();
    this.answer = outcome.failed() ? outcome.errorKey() : outcome.stagnationKey();
    this.arguments = outcome.sketch();
  }

  private static Kind kind(Outcome outcome) {
    if (outcome.failed()) {
      return Kind.FAILURE;
    }
    if (outcome.acknowledgement()) {
      return Kind.ACKNOWLEDGEMENT;
    }
    return outcome.stagnationKey() == outcome.normalisedKey() ? Kind.RESULT : Kind.NEGATIVE_ANSWER;
  }

  /** Returns the call that had this outcome. */
  Call call() {
    return call;
  }

  boolean isFailure() {
    return kind == Kind.FAILURE;
  }

  /** Returns whether both are the same text without volatile tokens, or the same failure. */
  boolean hasSameText(PastOutcome other) {
    return kind == other.kind
        && text == other.text
        && (kind == Kind.NEGATIVE_ANSWER || answer == other.answer);
  }

  /** Returns whether both are the same answer, whatever each names. */
  boolean isSameAnswer(PastOutcome other) {
    return kind == other.kind
        && answer == other.answer
        && (kind == Kind.NEGATIVE_ANSWER || text == other.text);
  }

  /** Returns how alike the arguments of both calls are, from 0 to 1. */
  double similarity(PastOutcome other) {
    return arguments.similarity(other.arguments);
  }

  /** Returns the length of the row since the last finding. */
  int count() {
    return count;
  }

  /** Returns the length of the row, findings or not. */
  int total() {
    return total;
  }

  /** Returns whether one and the same call had all outcomes of the row. */
  boolean isOfOneCall() {
    return ofOneCall;
  }

  /** Begins a row. */
  void beginRow() {
    count = 1;
    total = 1;
    ofOneCall = true;
  }

  /** Continues the row of an earlier outcome, by one for each response of the model. */
  void continueRow(PastOutcome earlier) {
    int more = earlier.count == 0 || !call.isOfSameResponse(earlier.call) ? 1 : 0;
    count = earlier.count + more;
    total = earlier.total + more;
    ofOneCall = earlier.ofOneCall && call.isSameAs(earlier.call);
  }

  /** Sets the length of the row since the last finding. */
  void restartCount(int from) {
    count = from;
  }

  /** Returns the length of the row of similar calls. */
  int similar() {
    return similar;
  }

  /** Continues a row of similar calls. */
  void continueSimilar(int before) {
    similar = before + 1;
  }

  /** Returns whether later calls may be compared with this one: no finding has told of it. */
  boolean isComparable() {
    return comparable;
  }

  /** Ends the comparison of later calls with this one and those before. */
  void endComparison() {
    comparable = false;
  }
}
