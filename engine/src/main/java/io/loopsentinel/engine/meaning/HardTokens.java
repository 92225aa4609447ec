package io.loopsentinel.engine.meaning;

import com.dynatrace.hash4j.hashing.Hashing;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The tokens of a text that no other wording can replace: numbers, identifiers, quoted texts,
 * paths, capitalised names and negations.
 *
 * <p>A capitalised word that begins a sentence is a name, too, unless it is one of a few common
 * words. An unknown word makes two texts different, never equal.
 */
final class HardTokens {

  private static final Pattern QUOTED =
      Pattern.compile(
          "\"([^\"\n]{1,200})\"|`([^`\n]{1,200})`|[“„]([^”“\n]{1,200})[”“]"
              + "|(?<![\\p{L}\\p{N}])'([^'\n]{1,200})'(?![\\p{L}\\p{N}])");

  private static final Pattern WORD = Pattern.compile("\\S+");

  /** Punctuation around a word. */
  private static final Pattern AROUND =
      Pattern.compile("^[\\p{P}&&[^_#@/\\\\-]]+|[\\p{P}&&[^_/\\\\]]+$|['’]s\\p{P}*$");

  private static final Pattern IDENTIFIER =
      Pattern.compile(".*[\\p{N}_@#/\\\\=:.$€£%].*|.*\\p{Ll}\\p{Lu}.*");

  private static final Pattern SENTENCE_END = Pattern.compile(".*[.!?:…]");

  private static final Pattern GROUPED_DIGITS = Pattern.compile("(?<=\\d),(?=\\d{3})");

  /** Numbers and negations in words. */
  private static final Set<String> WORDS =
      Set.of(
          ("one two three four five six seven eight nine ten eleven twelve twenty thirty fifty"
                  + " hundred thousand million first second third last next previous half double"
                  + " no not never without except cannot none")
              .split(" ", -1));

  /** Words that begin a sentence and are no names. */
  private static final Set<String> STARTS =
      Set.of(
          ("a an the i i'm i'll we let let's my our is are was were do does did has have can could"
                  + " should will would what what's which who whose where when why how find search"
                  + " get show list look check tell give please read see query return display"
                  + " explain describe fetch retrieve try now so okay ok then there this that"
                  + " these it all any some in on for of to from with by and but if after before")
              .split(" ", -1));

  private HardTokens() {}

  /** Returns a hash of the tokens, without their order; equal sets have equal hashes. */
  static long hash(String text) {
    Set<String> tokens = new TreeSet<>();
    Matcher quoted = QUOTED.matcher(text);
    while (quoted.find()) {
      tokens.add(quoted.group().substring(1, quoted.group().length() - 1).strip());
    }
    for (String line : quoted.replaceAll(" ").split("\\R", -1)) {
      addWords(line, tokens);
    }
    return Hashing.komihash5_0().hashCharsToLong(String.join("\n", tokens));
  }

  private static void addWords(String line, Set<String> tokens) {
    boolean begins = true;
    Matcher words = WORD.matcher(line);
    while (words.find()) {
      String word = AROUND.matcher(words.group()).replaceAll("");
      String lower = word.toLowerCase(Locale.ROOT);
      if (IDENTIFIER.matcher(word).matches()) {
        tokens.add(GROUPED_DIGITS.matcher(lower).replaceAll(""));
      } else if (lower.endsWith("n't") || lower.endsWith("n’t")) {
        tokens.add("not");
      } else if (WORDS.contains(lower) || isName(word, lower, begins)) {
        tokens.add(lower);
      }
      begins = SENTENCE_END.matcher(words.group()).matches();
    }
  }

  private static boolean isName(String word, String lower, boolean begins) {
    return !word.isEmpty()
        && Character.isUpperCase(word.codePointAt(0))
        && !lower.equals("i")
        && !lower.startsWith("i'")
        && !(begins && STARTS.contains(lower));
  }
}
