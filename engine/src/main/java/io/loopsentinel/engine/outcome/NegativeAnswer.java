package io.loopsentinel.engine.outcome;

import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A short answer that nothing was found, without what it names.
 *
 * <p>{@code No matches found for "X" in /a/src} for seven names in seven directories is one answer.
 * Other answers keep what they name: {@code [File: /a/B.java (1 lines total)]} differs for every
 * file of an honest batch.
 *
 * <p>Used for one text after the other. Not thread-safe.
 */
final class NegativeAnswer {

  /** What each of its words needs. */
  static final Needs NEEDS =
      Needs.of(
          "c:\\Wno\\W a:\\Wnot\\W e:\\Wnothin e:\\Wnone\\W c:\\Wzero\\W b:\\Wwithou"
              + " g:navailab g:\\Wempty\\W");

  /** Tells the key of a negative answer from that of a text that reads the same. */
  private static final long MARK = TextHash.of("negative");

  private static final int MAX_CHARS = Messages.SHORT;

  private static final LazyPattern NEGATIVE =
      new LazyPattern("(?i)\\b(?:no|not|nothing|none|zero|without|unavailable|empty)\\b", 0);
  private static final LazyPattern QUOTED =
      new LazyPattern("\"[^\"]{1,200}\"|'[^' ]{1,200}'|`[^`']{1,200}[`']", 0);
  private static final LazyPattern PATH =
      new LazyPattern("(?:[A-Za-z]:)?[\\w.~$-]{0,80}(?:[/\\\\][\\w.$-]{0,80}){1,24}", 0);

  private final KeptMatcher negative = new KeptMatcher(NEGATIVE);

  NegativeAnswer() {}

  /**
   * Whether a text may be one.
   *
   * @param groups those that {@link Messages} found in it
   */
  static boolean mayBe(String text, int groups) {
    return text.length() <= MAX_CHARS && NEEDS.areIn(text, 0, text.length(), groups);
  }

  /**
   * Returns the key of a text that is a negative answer.
   *
   * <p>{@code [File: /a/None.java (1 lines total)]} is none: it says no only in what it names.
   */
  OptionalLong key(String text, VolatileTokens tokens, @Nullable Object arguments) {
    if (!negative.finds(text, 0, text.length())) {
      return OptionalLong.empty();
    }
    String bare = bare(tokens.normalise(text), ArgumentValues.of(arguments));
    return negative.finds(bare, 0, bare.length())
        ? OptionalLong.of(TextHash.joined(MARK, TextHash.of(bare)))
        : OptionalLong.empty();
  }

  private static String bare(String normalised, List<String> arguments) {
    String bare = QUOTED.get().matcher(normalised).replaceAll("<q>");
    if (bare.indexOf('/') >= 0 || bare.indexOf('\\') >= 0) {
      bare = PATH.get().matcher(bare).replaceAll("<p>");
    }
    bare = new OwnArguments(arguments).removedFrom(bare);
    return Lines.foldBlanks(bare).toLowerCase(Locale.ROOT);
  }
}
