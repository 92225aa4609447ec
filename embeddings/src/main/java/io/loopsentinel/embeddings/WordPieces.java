package io.loopsentinel.embeddings;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/**
 * Splits a text into the pieces of words that BERT models read: lower case without accents, each
 * word by its longest known beginnings (Devlin and others, BERT, 2018).
 *
 * <p>The library for this, DJL, loads a native library from a fixed path. Only one class loader of
 * a JVM can do that, and it may be that of the application.
 */
final class WordPieces {

  private static final String FIRST = "[CLS]";
  private static final String LAST = "[SEP]";
  private static final String UNKNOWN = "[UNK]";
  private static final String CONTINUED = "##";

  /** Maximum length of a word that is split. */
  private static final int MAX_WORD_LENGTH = 100;

  private static final Pattern UNREAD = Pattern.compile("\\p{Mn}|[\\p{Cc}\\p{Cf}&&[^\\s]]");

  /** A Chinese character, a punctuation mark, or a run of others. */
  private static final Pattern WORD =
      Pattern.compile(
          "\\p{IsHan}|[\\p{P}!-/:-@\\[-`{-~]|[^\\s\\p{Z}\\p{IsHan}\\p{P}!-/:-@\\[-`{-~]+");

  private final Map<String, Long> numbers = new HashMap<>();

  /** Reads a vocabulary of one piece a line. */
  WordPieces(InputStream vocabulary) throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(vocabulary, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      numbers.put(line, (long) numbers.size());
    }
  }

  /** Returns the numbers of the pieces of a text, between those that mark its ends. */
  long[] of(String text) {
    String plain = Normalizer.normalize(text, Normalizer.Form.NFD);
    String read = UNREAD.matcher(plain).replaceAll("").toLowerCase(Locale.ROOT);
    LongStream.Builder pieces = LongStream.builder();
    pieces.add(number(FIRST));
    Matcher words = WORD.matcher(read);
    while (words.find()) {
      split(words.group()).forEach(pieces::add);
    }
    return pieces.add(number(LAST)).build().toArray();
  }

  private LongStream split(String word) {
    LongStream.Builder pieces = LongStream.builder();
    int start = 0;
    while (start < word.length()) {
      int end = word.length() > MAX_WORD_LENGTH ? start : longestPiece(word, start);
      if (end == start) {
        return LongStream.of(number(UNKNOWN));
      }
      pieces.add(number(piece(word, start, end)));
      start = end;
    }
    return pieces.build();
  }

  private int longestPiece(String word, int start) {
    int end = word.length();
    while (end > start && !numbers.containsKey(piece(word, start, end))) {
      end--;
    }
    return end;
  }

  private static String piece(String word, int start, int end) {
    return (start == 0 ? "" : CONTINUED) + word.substring(start, end);
  }

  private long number(String piece) {
    return numbers.getOrDefault(piece, 0L);
  }
}
