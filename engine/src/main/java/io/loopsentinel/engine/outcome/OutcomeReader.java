package io.loopsentinel.engine.outcome;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Reads the result of a call into keys.
 *
 * <p>A text is read as it is, JSON or not, but for the wrapper of an {@link McpResult}; an
 * exception as its class and message; null as the empty text; an object of the application that
 * only wraps a text as that text; any other object as its canonical JSON. Of a text of more than 8
 * KiB, the first and the last 2 KiB are read, and up to a megabyte of the rest is hashed.
 *
 * <p>Thread-safe. No method throws, even if a method of the objects does.
 */
public final class OutcomeReader {

  private static final int MIN_SUBSTANTIAL_LENGTH = 200;
  private static final int MIN_SUBSTANTIAL_LINES = 5;

  private static final int MAX_NO_VALUE = 10;

  /** Results that an act has, too, as opposed to an empty list. */
  private static final Set<String> NO_VALUE = Set.of("null", "None", "nil", "undefined", "{}");

  private final VolatileTokens tokens;
  private final LongAdder results = new LongAdder();

  public OutcomeReader(VolatileTokens tokens) {
    this.tokens = tokens;
  }

  /**
   * Reads the outcome of a call that returned; the text may still report a failure.
   *
   * @param members the members of a JSON result that count
   */
  public Outcome read(
      @Nullable Object arguments, WordSet words, @Nullable Object result, ResultMembers members) {
    OwnArguments own = new OwnArguments(arguments);
    String whole = ResultText.of(result);
    McpResult mcp = McpResult.of(whole);
    String text = members.counted(mcp == null ? whole : mcp.text());
    ShortData data = ShortData.of(text);
    Envelope envelope = Envelope.of(text, data);
    Reading reading = new Reading(result, new ShortAnswer(text), data, envelope.content(), own);
    boolean failed = mcp != null && mcp.failed();
    Failure failure =
        switch (failed ? Envelope.Status.FAILED : envelope.status()) {
          case SUCCEEDED -> null;
          case FAILED -> Failure.ofFailedCall(envelope.content(), own, tokens);
          case UNKNOWN ->
              !reading.answer.mayReportFailure() || isVainWait(reading)
                  ? null
                  : Failure.find(text, own, tokens);
        };
    return outcome(reading, failure, words);
  }

  /**
   * Reads the outcome of a call that failed.
   *
   * @param failure the exception, or a result that is marked as a failure
   */
  public Outcome readFailure(@Nullable Object arguments, WordSet words, @Nullable Object failure) {
    OwnArguments own = new OwnArguments(arguments);
    String whole = ResultText.of(failure);
    McpResult mcp = McpResult.of(whole);
    String text = mcp == null ? whole : mcp.text();
    Reading reading = new Reading(failure, new ShortAnswer(text), ShortData.NONE, text, own);
    return outcome(reading, Failure.ofFailedCall(text, own, tokens), words);
  }

  /**
   * Returns the user's patterns of volatile tokens that have found nothing so far.
   *
   * @param minResults how many results must have been read
   */
  public List<String> unmatchedPatterns(int minResults) {
    return results.sum() < minResults ? List.of() : tokens.unmatched();
  }

  private Outcome outcome(Reading reading, @Nullable Failure failure, WordSet words) {
    results.increment();
    ShortAnswer answer = reading.answer;
    String text = answer.text();
    String content = reading.content;
    OwnArguments arguments = reading.arguments;
    OptionalLong echo = Echo.key(text, arguments);
    ShortAnswer said = content.equals(text) ? answer : new ShortAnswer(content);
    boolean hasNoValue = failure == null && reading.hasNoValue();
    Outcome.Kind kind =
        failure != null
            ? Outcome.Kind.FAILURE
            : hasNoValue ? Outcome.Kind.SILENCE : kind(reading, said, echo);
    boolean isDone = kind == Outcome.Kind.SILENCE || kind == Outcome.Kind.ACKNOWLEDGEMENT;
    boolean isWrapped = isDone && !content.equals(text);
    ResultKeys keys =
        ResultKeys.of(isDone ? content : text, tokens, isWrapped || answer.mayHaveTokens());
    OptionalLong negative =
        failure == null && !hasNoValue && emptyData(reading).is(text, reading.data)
            ? OptionalLong.of(EmptyData.KEY)
            : kind == Outcome.Kind.ANSWER
                ? said.negativeKey(tokens, arguments)
                : OptionalLong.empty();
    boolean isRecord = kind == Outcome.Kind.ANSWER && (reading.data.isRecord() || said.isHead());
    return new Outcome(
        isWrapped ? ResultKeys.of(text, tokens, answer.mayHaveTokens()).normalised() : keys.raw(),
        keys.normalised(),
        echo.orElse(keys.settled()),
        negative.orElse(isRecord ? reading.data.recordKey(keys.normalised()) : keys.normalised()),
        receiptKey(reading, kind),
        kind,
        failure == null ? 0 : failure.key(),
        failure == null ? null : failure.tellingLine(),
        failure == null || !ResultText.isShown(reading.result) ? null : failure.readableLine(),
        text.length() >= MIN_SUBSTANTIAL_LENGTH || Lines.count(text) >= MIN_SUBSTANTIAL_LINES,
        isRecord,
        words,
        failure == null ? WordSet.EMPTY : ErrorSentences.of(text, arguments, tokens));
  }

  private Outcome.Kind kind(Reading reading, ShortAnswer said, OptionalLong echo) {
    if (said.text().isBlank()) {
      return Outcome.Kind.SILENCE;
    }
    if (reading.answer.isWaiting() || isVainWait(reading)) {
      return Outcome.Kind.WAITING;
    }
    if (said.isAcknowledgement()) {
      return Outcome.Kind.ACKNOWLEDGEMENT;
    }
    return echo.isPresent() ? Outcome.Kind.ECHO : Outcome.Kind.ANSWER;
  }

  private long receiptKey(Reading reading, Outcome.Kind kind) {
    return switch (kind) {
      case ANSWER, WAITING ->
          reading.data.tree() == null
              ? reading.answer.receiptKey(tokens)
              : Receipt.key(reading.data, tokens);
      case ACKNOWLEDGEMENT -> ShortAnswer.doneKey(reading.content, tokens);
      default -> 0;
    };
  }

  private boolean isVainWait(Reading reading) {
    return reading.answer.isVainWait() || emptyData(reading).isVainWait(reading.data);
  }

  private EmptyData emptyData(Reading reading) {
    return new EmptyData(tokens, reading.arguments);
  }

  /**
   * A result, read in all forms that it may have.
   *
   * @param content the text without its wrapper
   */
  private record Reading(
      @Nullable Object result,
      ShortAnswer answer,
      ShortData data,
      String content,
      OwnArguments arguments) {

    /** Returns whether it is a null or empty value, as an act may have it, too. */
    boolean hasNoValue() {
      return NO_VALUE.contains(answer.trimmed())
          && answer.text().length() <= MAX_NO_VALUE
          && !(result instanceof Optional);
    }
  }
}
