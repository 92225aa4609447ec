package io.loopsentinel.engine.outcome;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/** Lines to compare a fast way to read them with a slow one: recorded ones, and made-up ones. */
final class SampleLines {

  private static final int MADE_UP = 4_000;
  private static final int SEED = 4711;

  private static final List<String> BETWEEN =
      List.of("", " ", ": ", "\t", "é", "→", "\"", "{", "1", "12:30:45", " no ", "x", ".");

  private SampleLines() {}

  /** Returns the lines of the recorded results, and random rows of parts of the tables. */
  static List<String> all() {
    List<String> lines = new ArrayList<>(recorded());
    List<String> parts = new ArrayList<>(lines);
    FailureForm.table().forEach(form -> parts.add(form.example()));
    for (String name : List.of("volatile-tokens.txt", "display-counts.txt")) {
      RewriteRule.table(name).forEach(rule -> parts.add(rule.example()));
    }
    TableFile.read("acknowledgements.txt", 3).forEach(row -> parts.add(row.get(1)));
    Random random = new Random(SEED);
    for (int i = 0; i < MADE_UP; i++) {
      lines.add(madeUp(parts, random));
    }
    return lines;
  }

  private static String madeUp(List<String> parts, Random random) {
    StringBuilder line = new StringBuilder();
    for (int part = random.nextInt(3); part >= 0; part--) {
      line.append(parts.get(random.nextInt(parts.size())));
      line.append(BETWEEN.get(random.nextInt(BETWEEN.size())));
    }
    if (random.nextBoolean()) {
      line.setCharAt(random.nextInt(line.length()), (char) (' ' + random.nextInt('~' - ' ')));
    }
    int start = random.nextInt(Math.min(4, line.length()));
    return line.substring(start, Math.min(line.length(), start + 120));
  }

  private static List<String> recorded() {
    try (InputStream in = SampleLines.class.getResourceAsStream("/outcome/recorded.json")) {
      List<String> lines = new ArrayList<>();
      for (JsonNode result :
          new ObjectMapper().readTree(Objects.requireNonNull(in)).findValues("result")) {
        lines.addAll(Lines.of(result.textValue()));
      }
      lines.removeIf(String::isEmpty);
      return lines;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
