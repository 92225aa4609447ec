package io.loopsentinel.agent.outcome;

import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a call brought into keys.
 *
 * <p>A text is taken as it is, JSON or not; an exception by its class and message; null as the
 * empty text; anything else by its canonical JSON. Of a long text the first and the last 16 KiB are
 * read, and the rest only hashed. No text is kept but the telling line of a failure. The time taken
 * is linear in the length of arguments and result.
 *
 * <p>Thread-safe. No method throws, whatever the objects do.
 */
public final class OutcomeReader {

  private static final int SUBSTANTIAL = 200;

  private final VolatileTokens tokens;
  private final FailureReader failures;

  /** Creates a reader that does not see these tokens. */
  public OutcomeReader(VolatileTokens tokens) {
    this.tokens = tokens;
    this.failures = new FailureReader(tokens);
  }

  /** Reads the outcome of a call that returned; the text may still tell of a failure. */
  public Outcome read(@Nullable Object arguments, @Nullable Object result) {
    String text = ResultText.of(result);
    List<String> values = ArgumentValues.of(arguments);
    return outcome(text, values, failures.read(text, values));
  }

  /**
   * Reads the outcome of a call that failed.
   *
   * @param failure what it threw, or a result that is marked as a failure
   */
  public Outcome readFailure(@Nullable Object arguments, @Nullable Object failure) {
    String text = ResultText.of(failure);
    List<String> values = ArgumentValues.of(arguments);
    return outcome(text, values, failures.readFailed(text, values));
  }

  /** Returns the sketch of arguments alone. */
  public ArgumentSketch sketch(@Nullable Object arguments) {
    return ArgumentSketch.of(ArgumentValues.of(arguments));
  }

  private Outcome outcome(String text, List<String> values, @Nullable Failure failure) {
    List<String> lines = ResultKeys.linesRead(text);
    List<String> normalised = tokens.normalise(lines);
    ResultKeys keys = ResultKeys.of(text, lines, normalised, values);
    boolean acknowledgement = failure == null && Acknowledgement.is(text);
    OptionalLong negative =
        failure == null && !acknowledgement
            ? NegativeAnswer.key(text, normalised, values)
            : OptionalLong.empty();
    return new Outcome(
        keys.raw(),
        keys.normalised(),
        keys.settled(),
        acknowledgement,
        failure != null,
        failure == null ? 0 : failure.key(),
        failure == null ? null : failure.tellingLine(),
        failure == null ? null : failure.readableLine(),
        negative.orElse(keys.normalised()),
        text.length() >= SUBSTANTIAL,
        ArgumentSketch.of(values));
  }
}
