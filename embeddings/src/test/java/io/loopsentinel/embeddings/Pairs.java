package io.loopsentinel.embeddings;

import io.loopsentinel.engine.meaning.Meaning;
import io.loopsentinel.engine.outcome.WordSet;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The labelled pairs of texts, and how well a rule finds those that mean the same. */
record Pairs(List<Pairs.Pair> pairs) {

  /** Two texts, and the label that was given before anything was measured. */
  record Pair(String label, String a, String b) {

    boolean isSame() {
      return label.equals("same");
    }
  }

  /** Scores two texts, from 0 to 1. */
  @FunctionalInterface
  interface Rule {
    double score(String a, String b);
  }

  /**
   * What a rule found.
   *
   * @param same pairs that mean the same
   * @param found pairs with a sufficient score
   * @param right pairs that are both
   */
  record Found(int same, int found, int right) {

    double precision() {
      return found == 0 ? 1 : (double) right / found;
    }

    double recall() {
      return (double) right / same;
    }
  }

  /** Returns the pairs that were labelled first. */
  static Pairs all() {
    return read("/pairs.tsv");
  }

  /** Returns the pairs that were written when the rule was fixed. */
  static Pairs later() {
    return read("/later-pairs.tsv");
  }

  private static Pairs read(String resource) {
    try (InputStream stream = Pairs.class.getResourceAsStream(resource)) {
      String text =
          new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
      return new Pairs(
          text.lines()
              .filter(line -> !line.startsWith("#"))
              .map(line -> line.split("\t", -1))
              .map(parts -> new Pair(parts[0], parts[1], parts[2]))
              .toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the half that chooses the threshold. */
  Pairs toChoose() {
    return half(0);
  }

  Pairs toReport() {
    return half(1);
  }

  private Pairs half(int first) {
    List<Pair> half = new ArrayList<>();
    for (int i = first; i < pairs.size(); i += 2) {
      half.add(pairs.get(i));
    }
    return new Pairs(half);
  }

  Found find(Rule rule, double minScore) {
    int same = 0;
    int found = 0;
    int right = 0;
    for (Pair pair : pairs) {
      boolean isFound = rule.score(pair.a(), pair.b()) >= minScore;
      same += pair.isSame() ? 1 : 0;
      found += isFound ? 1 : 0;
      right += isFound && pair.isSame() ? 1 : 0;
    }
    return new Found(same, found, right);
  }

  static double words(String a, String b) {
    return WordSet.ofArguments(List.of(a)).similarity(WordSet.ofArguments(List.of(b)), 1);
  }

  /** Returns the rule that compares vectors alone. */
  static Rule meaning(Embedding embedding) {
    return (a, b) -> cosine(embedding.of(a), embedding.of(b));
  }

  /** Returns the rule of the engine: vectors, hard tokens and contrasts. */
  static Rule guarded(Embedding embedding) {
    return (a, b) -> read(a, embedding).score(read(b, embedding));
  }

  private static WordSet read(String text, Embedding embedding) {
    return WordSet.ofArguments(List.of(text)).withMeaning(Meaning.read(text, embedding::of));
  }

  static double cosine(float[] a, float[] b) {
    double product = 0;
    double squaresOfA = 0;
    double squaresOfB = 0;
    for (int i = 0; i < a.length; i++) {
      product += a[i] * b[i];
      squaresOfA += a[i] * a[i];
      squaresOfB += b[i] * b[i];
    }
    return product / Math.sqrt(squaresOfA * squaresOfB);
  }
}
