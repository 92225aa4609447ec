package io.loopsentinel.engine.outcome;

import io.loopsentinel.engine.identity.CanonicalJson;
import io.loopsentinel.engine.identity.IdentityRule;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a call brought into keys.
 *
 * <p>A text is taken as it is, JSON or not; an exception by its class and message; null as the
 * empty text; anything else by its canonical JSON. Of a long text the first and the last 16 KiB are
 * read, and the rest only hashed. No text is kept but the telling line of a failure, and 256
 * characters in a buffer for the next one. The time taken is linear in the length of arguments and
 * result. A text that tells of no failure and holds nothing volatile takes no memory.
 *
 * <p>Thread-safe. No method throws, whatever the objects do.
 */
public final class OutcomeReader {

  private static final int SUBSTANTIAL = 200;

  private final VolatileTokens tokens;
  private final FailureReader failures;
  private final ResultKeys keys;

  /** Creates a reader that does not see these tokens. */
  public OutcomeReader(VolatileTokens tokens) {
    this.tokens = tokens;
    this.failures = new FailureReader(tokens);
    this.keys = new ResultKeys(tokens);
  }

  /** Reads the outcome of a call that returned; the text may still tell of a failure. */
  public Outcome read(@Nullable Object arguments, @Nullable Object result) {
    Outcome outcome = new Outcome();
    ArgumentSketch sketch = sketch(arguments);
    read(arguments, sketch.bits(), sketch.words(), result, outcome);
    return outcome;
  }

  /**
   * Reads the outcome of a call that failed.
   *
   * @param failure what it threw, or a result that is marked as a failure
   */
  public Outcome readFailure(@Nullable Object arguments, @Nullable Object failure) {
    Outcome outcome = new Outcome();
    ArgumentSketch sketch = sketch(arguments);
    readFailure(arguments, sketch.bits(), sketch.words(), failure, outcome);
    return outcome;
  }

  /**
   * As {@link #read(Object, Object)}, into an outcome that is there already.
   *
   * @param sketchBits of the sketch of the arguments
   * @param sketchWords the same
   */
  public void read(
      @Nullable Object arguments,
      long sketchBits,
      int sketchWords,
      @Nullable Object result,
      Outcome into) {
    String text = ResultText.of(result);
    into.begin(sketchBits, sketchWords, text.length() >= SUBSTANTIAL);
    if (text.isEmpty() && keys.readEmpty(into)) {
      into.setAcknowledgement();
      return;
    }
    int start = Lines.startOfText(text, 0, text.length());
    int end = Lines.endOfText(text, start, text.length());
    boolean isLine = text.indexOf('\n') < 0;
    int messages =
        isLine && text.length() <= 2 * FailureLines.READ
            ? readLine(text, start, end, into)
            : readLines(text, into);
    Failure failure =
        FailureReader.mayBe(messages)
            ? failures.read(text, arguments, into.scratch().tellingLine())
            : null;
    if (failure != null) {
      into.setFailure(failure);
    } else if (isAcknowledgement(text, start, end, messages, into)) {
      into.setAcknowledgement();
    } else if (NegativeAnswer.mayBe(text, messages)) {
      readNegative(arguments, text, into);
    }
    if (!isLine) {
      readEcho(arguments, text, into);
    }
  }

  /** As {@link #readFailure(Object, Object)}, into an outcome that is there already. */
  public void readFailure(
      @Nullable Object arguments,
      long sketchBits,
      int sketchWords,
      @Nullable Object failure,
      Outcome into) {
    String text = ResultText.of(failure);
    into.begin(sketchBits, sketchWords, text.length() >= SUBSTANTIAL);
    keys.read(text, into);
    into.setFailure(failures.readFailed(text, arguments, into.scratch().tellingLine()));
    readEcho(arguments, text, into);
  }

  /** Returns the sketch of arguments alone. */
  public ArgumentSketch sketch(@Nullable Object arguments) {
    byte[] form =
        CanonicalJson.of(arguments, IdentityRule.ALL_ARGUMENTS).getBytes(StandardCharsets.UTF_8);
    WordSketcher sketcher = new WordSketcher();
    sketcher.accept(form, 0, form.length);
    return new ArgumentSketch(sketcher.bits(), sketcher.words());
  }

  /** Reads the keys, and returns the groups of patterns that {@link Messages} finds. */
  private int readLine(String text, int start, int end, Outcome into) {
    int endOfRead = Math.min(end, start + FailureLines.MAX_LINE);
    return keys.readLine(text, start, end, into)
        | Messages.beginning(text, start, endOfRead)
        | Messages.atCut(text, start, endOfRead);
  }

  private int readLines(String text, Outcome into) {
    return keys.read(text, into) | into.scratch().tellingLine().groups(text);
  }

  private static boolean isAcknowledgement(
      String text, int start, int end, int messages, Outcome into) {
    return Acknowledgement.mayBe(text, start, end, messages)
        && into.scratch().acknowledgement().is(text, start, end, messages);
  }

  private void readNegative(@Nullable Object arguments, String text, Outcome into) {
    OptionalLong key = into.scratch().negativeAnswer().key(text, tokens, arguments);
    if (key.isPresent()) {
      into.setAnswer(key.getAsLong());
    }
  }

  private static void readEcho(@Nullable Object arguments, String text, Outcome into) {
    if (Echo.mayBe(text) && Echo.mayBeShown(arguments)) {
      List<String> lines = Lines.of(Lines.ends(text, ResultKeys.READ));
      String echo = Echo.of(lines, ArgumentValues.of(arguments));
      if (echo != null) {
        into.setEcho(Echo.key(echo));
      }
    }
  }
}
