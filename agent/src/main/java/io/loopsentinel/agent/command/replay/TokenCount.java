package io.loopsentinel.agent.command.replay;

import io.loopsentinel.agent.command.replay.recording.Recording;
import io.loopsentinel.agent.command.replay.recording.Response;
import io.loopsentinel.agent.command.replay.recording.Usage;
import java.util.List;

/**
 * How many tokens each response of a run took, read and written.
 *
 * <p>Known where the file has a {@code usage} for each response. Else estimated at four characters
 * a token, the rule of thumb of
 * https://help.openai.com/en/articles/4936856-what-are-tokens-and-how-to-count-them: a response
 * reads the whole conversation so far and writes its text and its calls. Where the file has a
 * {@code usage} for the run as a whole, the estimates are scaled to it, so their sum is known.
 */
final class TokenCount {

  private static final double CHARACTERS_PER_TOKEN = 4;

  private final List<Usage> responses;
  private final long[] upTo;
  private final boolean estimated;

  private TokenCount(List<Usage> responses, boolean estimated) {
    this.responses = responses;
    this.estimated = estimated;
    this.upTo = new long[responses.size()];
    long sum = 0;
    for (int i = 0; i < upTo.length; i++) {
      sum += total(responses.get(i));
      upTo[i] = sum;
    }
  }

  static TokenCount of(Recording run) {
    List<Response> responses = run.responses();
    if (!responses.isEmpty() && responses.stream().allMatch(r -> r.usage() != null)) {
      return new TokenCount(responses.stream().map(TokenCount::known).toList(), false);
    }
    Usage whole = run.usage();
    double input = 1;
    double output = 1;
    if (whole != null) {
      input = scale(whole.input(), responses.stream().mapToLong(Response::charactersRead).sum());
      output =
          scale(whole.output(), responses.stream().mapToLong(Response::charactersWritten).sum());
    }
    double inputScale = input;
    double outputScale = output;
    return new TokenCount(
        responses.stream().map(r -> estimate(r, inputScale, outputScale)).toList(), whole == null);
  }

  /** Returns the tokens of one response. */
  Usage of(int response) {
    return responses.get(response);
  }

  /** Returns the tokens of all responses. */
  long total() {
    return upTo.length == 0 ? 0 : upTo[upTo.length - 1];
  }

  /** Returns the tokens of the responses after one. */
  long after(int response) {
    return total() - upTo[response];
  }

  /** Whether the sum is estimated. */
  boolean isEstimated() {
    return estimated;
  }

  private static Usage known(Response response) {
    Usage usage = response.usage();
    return usage == null ? new Usage(0, 0) : usage;
  }

  private static Usage estimate(Response response, double input, double output) {
    return new Usage(
        Math.round(response.charactersRead() / CHARACTERS_PER_TOKEN * input),
        Math.round(response.charactersWritten() / CHARACTERS_PER_TOKEN * output));
  }

  private static double scale(long tokens, long characters) {
    return characters == 0 ? 1 : tokens * CHARACTERS_PER_TOKEN / characters;
  }

  private static long total(Usage usage) {
    return usage.input() + usage.output();
  }
}
