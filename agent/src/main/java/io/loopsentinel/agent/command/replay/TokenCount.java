package io.loopsentinel.agent.command.replay;

import io.loopsentinel.agent.command.replay.Recording.Response;
import io.loopsentinel.agent.command.replay.Recording.Usage;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * How many tokens each response of a run took.
 *
 * <p>Known where the file has a {@code usage} for each response. Else estimated at four characters
 * a token, the rule of thumb of
 * https://help.openai.com/en/articles/4936856-what-are-tokens-and-how-to-count-them: a response
 * reads the whole conversation so far and writes its text and its calls. Where the file has a
 * {@code usage} for the run as a whole, the estimates are scaled to it, so their sum is known.
 *
 * @param responses the tokens of each response
 * @param estimated whether their sum is estimated
 */
record TokenCount(List<Usage> responses, boolean estimated) {

  private static final double CHARACTERS_PER_TOKEN = 4;

  static TokenCount of(Recording run) {
    List<Response> responses = run.responses();
    List<Usage> known =
        responses.stream().map(Response::usage).flatMap(Stream::ofNullable).toList();
    if (!responses.isEmpty() && known.size() == responses.size()) {
      return new TokenCount(known, false);
    }
    Usage whole = run.usage();
    double input = whole == null ? 1 : scale(whole.input(), responses, Response::charactersRead);
    double output =
        whole == null ? 1 : scale(whole.output(), responses, Response::charactersWritten);
    return new TokenCount(
        responses.stream()
            .map(
                response ->
                    new Usage(
                        Math.round(response.charactersRead() / CHARACTERS_PER_TOKEN * input),
                        Math.round(response.charactersWritten() / CHARACTERS_PER_TOKEN * output)))
            .toList(),
        whole == null);
  }

  /** Returns the tokens of all responses. */
  long total() {
    return responses.stream().mapToLong(Usage::total).sum();
  }

  private static double scale(
      long tokens, List<Response> responses, ToLongFunction<Response> characters) {
    long sum = responses.stream().mapToLong(characters).sum();
    return sum == 0 ? 1 : tokens * CHARACTERS_PER_TOKEN / sum;
  }
}
