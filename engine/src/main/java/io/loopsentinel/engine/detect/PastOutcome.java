package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.call.CallForm;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.meaning.Meaning;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.outcome.WordSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The outcome of a call, and its position in the streak of equal outcomes that it continues. */
final class PastOutcome {

  /** Similarity from which calls are attempts at the same thing. */
  private static final double NEAR_SIMILARITY = 0.5;

  /** Similarity from which calls are nearly the same. */
  private static final double SAME_SIMILARITY = 0.85;

  final Call call;
  private final @Nullable WordSet arguments;
  final boolean isLong;

  /**
   * Whether the answer may be only an acknowledgement: a short text, other than that nothing was
   * found, that is the only answer of the tool so far.
   */
  final boolean mayAcknowledge;

  /** The length of the streak since the last finding, and the number of near ones in it. */
  int count;

  int near;

  /** The length of the whole streak, and the call with which it began. */
  int total;

  Call first;

  /** Whether all outcomes of the streak are of equal calls. */
  boolean isOfOneCall;

  private int similar;
  boolean reported;

  /**
   * Creates the outcome of a call that has its result, and that belongs to no streak. The silence
   * of a tool that also answers, or of a command that looks for something, is a search that found
   * nothing. Other silence is an acknowledgement.
   *
   * @param comparable whether the arguments of the call were read completely
   */
  PastOutcome(Call call, Outcome outcome, boolean comparable, List<PastOutcome> earlier) {
    this.call = call;
    this.first = call;
    this.isLong = outcome.substantial();
    this.arguments = comparable ? outcome.words() : null;
    boolean isShortAnswer = isAnswer() && !isLong && !outcome.record() && !outcome.negative();
    boolean answers = false;
    boolean answersDifferently = false;
    for (PastOutcome each : earlier) {
      answers |= each.isAnswer();
      answersDifferently |= each.isAnswer() && each.answer() != answer();
    }
    this.mayAcknowledge = isShortAnswer && !answersDifferently;
    if (outcome.negative()
        || (outcome.acknowledgement() && call.form().looks())
        || (kind() == Outcome.Kind.SILENCE
            && !call.form().isShell()
            && (answers || CallForm.wantsAnswer(call.tool())))) {
      call.markVain();
    }
  }

  private Call.Result result() {
    return Objects.requireNonNull(call.result());
  }

  private Outcome.Kind kind() {
    return result().kind();
  }

  /** Returns the key of the failure, or of the text without volatile tokens. */
  long text() {
    return result().text();
  }

  long answer() {
    return result().answer();
  }

  boolean isAnswer() {
    return kind() == Outcome.Kind.ANSWER;
  }

  boolean isFailure() {
    return kind() == Outcome.Kind.FAILURE;
  }

  /** Returns whether the call asked for something and found nothing. */
  boolean isEmptySearch() {
    return call.isVain();
  }

  /** Returns whether other arguments are similar to those of this call. */
  boolean isNear(WordSet words) {
    return arguments != null && arguments.similarity(words, 1) >= NEAR_SIMILARITY;
  }

  /**
   * Returns whether other arguments have as many words, some of them different: the same question
   * about something else, which may have the same short answer.
   */
  boolean isAboutOther(WordSet words) {
    return isAnswer()
        && !isLong
        && arguments != null
        && arguments.size() == words.size()
        && arguments.countNew(List.of(words)) > 0;
  }

  /** Returns the arguments of calls and of another one, as far as they are known. */
  static List<WordSet> arguments(List<PastOutcome> outcomes, WordSet words) {
    return Stream.concat(
            Stream.of(words),
            outcomes.stream().map(past -> past.arguments).filter(Objects::nonNull))
        .toList();
  }

  double score(WordSet words) {
    return arguments == null ? Meaning.UNKNOWN : arguments.score(words);
  }

  boolean isNear(PastOutcome other) {
    return other.arguments != null && isNear(other.arguments);
  }

  boolean isNearlySame(PastOutcome other) {
    return arguments != null
        && other.arguments != null
        && arguments.similarity(other.arguments, 1) >= SAME_SIMILARITY;
  }

  boolean hasSameTarget(PastOutcome other) {
    return arguments != null
        && other.arguments != null
        && arguments.hasSameTarget(other.arguments)
        && !call.isSameAs(other.call);
  }

  /** Returns whether the call seems to have written a text to a place that it names. */
  boolean isWriting() {
    return isDone()
        && (kind() == Outcome.Kind.ECHO
            || call.form().writes()
            || (arguments != null && arguments.hasTarget()));
  }

  /** Returns whether the outcome seems to only acknowledge the call. */
  boolean isDone() {
    return result().isAcknowledgement() || kind() == Outcome.Kind.ECHO || mayAcknowledge;
  }

  /** Returns whether it only acknowledges the call, and is no short answer, which may say more. */
  boolean isDoneWithoutAnswer() {
    return isDone() && !isAnswer();
  }

  /** Returns whether the call, which has just run, made progress. */
  Call.Novelty novelty(CallHistory calls) {
    boolean serves =
        result().isAcknowledgement()
            && isDoneAgain(calls)
            && calls.hasNewsFromOthers(call.fingerprint());
    if (kind() == Outcome.Kind.WAITING || serves) {
      return Call.Novelty.UNKNOWN;
    }
    boolean nothingNew =
        switch (kind()) {
          case WAITING -> false;
          case FAILURE -> true;
          case ANSWER ->
              mayAcknowledge
                  ? calls.hasEarlierSuccess(call)
                  : calls.hasEarlierAnswer(call, result());
          case SILENCE, ACKNOWLEDGEMENT, ECHO -> isEmptySearch() || isDoneAgain(calls);
        };
    if (nothingNew) {
      return call.isMarkedPatient() ? Call.Novelty.UNKNOWN : Call.Novelty.NONE;
    }
    return isWriting() ? Call.Novelty.NEW_WRITE : Call.Novelty.NEW_RESULT;
  }

  /** Returns whether an equal call did the same before. */
  private boolean isDoneAgain(CallHistory calls) {
    return kind() == Outcome.Kind.ACKNOWLEDGEMENT
        ? calls.hasDoneTheSame(call, result())
        : calls.hasEarlierSuccess(call);
  }

  /** Returns whether a finding about equal outcomes is about this one, too. */
  boolean isMemberOf(Finding finding) {
    Finding.Loop loop = finding.loop();
    return loop.hasKey(text())
        || loop.hasKey(answer())
        || (SimilarCallsDetector.isOfNothing(loop) && isEmptySearch())
        || (ErrorDetector.isOfAnyFailure(loop) && isFailure());
  }

  boolean isFailureOf(Finding finding) {
    return isFailure() && finding.loop().hasKey(text());
  }

  /** Starts a streak, or extends that of an earlier outcome, by one for each model response. */
  int extendStreak(@Nullable PastOutcome earlier) {
    int before = earlier == null ? 0 : earlier.count;
    int more = earlier != null && before > 0 && call.isOfSameResponse(earlier.call) ? 0 : 1;
    count = before + more;
    total = earlier == null ? 1 : earlier.total + more;
    isOfOneCall = earlier == null || (earlier.isOfOneCall && call.isSameAs(earlier.call));
    first = earlier == null ? call : earlier.first;
    return count;
  }

  /** An acknowledged call is repeated only if it is the same except for punctuation. */
  private double similarityOfDone(WordSet other) {
    return arguments != null && arguments.hasSameWording(other) ? 1 : -1;
  }

  /** Extends the chain of similar calls from an earlier one; returns its length. */
  int extendSimilarChain(PastOutcome earlier) {
    similar = 1 + (earlier.reported ? 1 : earlier.similar);
    return similar;
  }

  /** Returns the similarity of the calls, from 0 to 1; -1 if they are not to be compared. */
  double similarity(PastOutcome other) {
    return arguments == null
            || other.arguments == null
            || call.isOfSameResponse(other.call)
            || text() != other.text()
        ? -1
        : isDone() ? similarityOfDone(other.arguments) : arguments.similarity(other.arguments, 1);
  }

  /** Returns the score of calls with the same outcome; {@link Meaning#UNKNOWN} for others. */
  double score(PastOutcome other) {
    return other.arguments == null || call.isOfSameResponse(other.call)
        ? Meaning.UNKNOWN
        : score(other.arguments);
  }

  /** Returns whether both asked and found nothing, or have equal outcomes that say something. */
  boolean bringsTheSame(PastOutcome other) {
    return isEmptySearch() ? other.isEmptySearch() : text() == other.text() && !isDone();
  }
}
