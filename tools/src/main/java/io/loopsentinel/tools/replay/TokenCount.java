package io.loopsentinel.tools.replay;

import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The tokens of each response of a conversation.
 *
 * <p>They are known if the file has a {@code usage} for each response. Otherwise they are estimated
 * at four characters per token, the rule of thumb of
 * https://help.openai.com/en/articles/4936856-what-are-tokens-and-how-to-count-them: a response
 * reads the whole conversation so far and writes its text and its calls. If the file has a {@code
 * usage} for the run as a whole, the estimates are scaled to it, so that their sum is known.
 */
record TokenCount(List<Usage> responses, boolean estimated) {

  private static final double CHARACTERS_PER_TOKEN = 4;

  /** Tokens read and written, as the model's provider counted them. */
  record Usage(long input, long output) {}

  /** The usage of a response, if recorded, and the characters that it read and wrote. */
  record Length(@Nullable Usage usage, long read, long written) {}

  static TokenCount of(List<Length> responses, @Nullable Usage total) {
    List<Usage> known = responses.stream().map(Length::usage).flatMap(Stream::ofNullable).toList();
    if (!responses.isEmpty() && known.size() == responses.size()) {
      return new TokenCount(known, false);
    }
    double input = total == null ? 1 : scale(total.input(), responses, Length::read);
    double output = total == null ? 1 : scale(total.output(), responses, Length::written);
    return new TokenCount(
        responses.stream()
            .map(
                response ->
                    new Usage(
                        Math.round(response.read() / CHARACTERS_PER_TOKEN * input),
                        Math.round(response.written() / CHARACTERS_PER_TOKEN * output)))
            .toList(),
        total == null);
  }

  private static double scale(
      long tokens, List<Length> responses, ToLongFunction<Length> characters) {
    long sum = responses.stream().mapToLong(characters).sum();
    return sum == 0 ? 1 : tokens * CHARACTERS_PER_TOKEN / sum;
  }
}
