package io.loopsentinel.engine.outcome;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a failure says: each five words running in the lines that read like errors.
 *
 * <p>Numbers, ids, times and the call's own arguments are left out. A line that only says that the
 * call failed has none. Two failures of one cause share sentences, whatever program, script or
 * option met it, unless another number of failures shows progress.
 */
final class ErrorSentences {

  private static final int WORDS = 5;

  /** A line of fewer words says too little. */
  private static final int MIN_WORDS = 3;

  private static final int MAX_LINE = 400;
  private static final int MAX_LINES = 24;
  private static final int MAX_SENTENCES = 32;

  private ErrorSentences() {}

  /** Returns the hashes of the sentences of a failed call's result. */
  static WordSet of(String text, OwnArguments arguments, VolatileTokens tokens) {
    String read = Lines.ends(text);
    String counts = Failure.counts(read, tokens);
    List<String> sentences = new ArrayList<>();
    int lines = 0;
    for (String line : Lines.of(read)) {
      String cut = Lines.cut(line.strip(), MAX_LINE);
      FailureForm.Kind kind = FailureForm.kindOf(cut, each -> true);
      if (kind != null && kind != FailureForm.Kind.MARKER && lines++ < MAX_LINES) {
        add(Failure.comparable(cut, arguments, tokens), counts, sentences);
      }
    }
    return WordSet.ofWords(sentences, MAX_SENTENCES);
  }

  private static void add(String line, String counts, List<String> sentences) {
    List<String> words =
        Arrays.stream(line.split("[^\\p{L}\\p{N}_]+")).filter(word -> isWord(word)).toList();
    if (words.size() >= MIN_WORDS && words.size() < WORDS) {
      sentences.add(counts + String.join(" ", words));
    }
    for (int i = 0; i + WORDS <= words.size(); i++) {
      sentences.add(counts + String.join(" ", words.subList(i, i + WORDS)));
    }
  }

  private static boolean isWord(String word) {
    return !word.isEmpty() && !word.chars().allMatch(Character::isDigit);
  }
}
