package io.loopsentinel.agent.config;

import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.reader.ReaderException;

/** Says in plain words, and with a place, why a text is no YAML. */
final class YamlFailure {

  private YamlFailure() {}

  /** Returns where in the text it fails. */
  static Origin origin(YAMLException failure, String text, String source) {
    if (failure instanceof MarkedYAMLException marked && marked.getProblemMark() != null) {
      Mark mark = marked.getProblemMark();
      return new Origin(source, mark.getLine() + 1, mark.getColumn() + 1);
    }
    if (failure instanceof ReaderException reader) {
      int end = text.offsetByCodePoints(0, reader.getPosition());
      String before = text.substring(0, end);
      int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
      return new Origin(source, line, end - before.lastIndexOf('\n'));
    }
    return new Origin(source, 0, 0);
  }

  /** Returns what is wrong. */
  static String message(YAMLException failure) {
    if (failure instanceof ReaderException reader) {
      return "YAML does not allow the character U+%04X".formatted(reader.getCodePoint());
    }
    if (failure instanceof MarkedYAMLException marked) {
      return message(text(marked.getContext()), text(marked.getProblem()));
    }
    String said = text(failure.getMessage());
    if (said.contains("aliases")) {
      return "more than " + YamlText.MOST_ALIASES + " aliases of lists and mappings";
    }
    if (said.contains("Depth")) {
      return "nested deeper than " + YamlText.DEEPEST_NESTING + " levels";
    }
    return "not valid YAML: " + said;
  }

  private static String message(String context, String problem) {
    if (problem.contains("TAB")) {
      return "a tab cannot indent YAML; use spaces";
    }
    if (context.contains("single document")) {
      return "a second document begins here; a configuration is a single one";
    }
    if (context.contains("scanning an alias")) {
      return "a text that begins with * must be in quotes, such as \"*\"";
    }
    String where = context.isEmpty() ? "" : " (" + context + ")";
    return "not valid YAML: " + problem + where;
  }

  private static String text(@Nullable String text) {
    return text == null ? "" : text;
  }
}
