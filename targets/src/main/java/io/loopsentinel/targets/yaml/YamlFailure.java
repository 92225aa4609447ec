package io.loopsentinel.targets.yaml;

import java.util.Optional;
import org.snakeyaml.engine.v2.exceptions.ComposerException;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Explains with a position why a text is not valid YAML. */
final class YamlFailure {

  private YamlFailure() {}

  static Origin origin(YamlEngineException failure, String text, String source) {
    if (failure instanceof MarkedYamlEngineException marked) {
      Optional<Mark> mark =
          isAlias(context(marked)) ? marked.getContextMark() : marked.getProblemMark();
      return mark.map(at -> YamlReader.origin(source, at)).orElse(new Origin(source, 0, 0));
    }
    if (failure instanceof ReaderException reader) {
      int end = text.offsetByCodePoints(0, reader.getPosition());
      String before = text.substring(0, end);
      int line = 1 + (int) before.chars().filter(c -> c == '\n').count();
      return new Origin(source, line, end - before.lastIndexOf('\n'));
    }
    return new Origin(source, 0, 0);
  }

  static String message(YamlEngineException failure) {
    if (failure instanceof ReaderException reader) {
      return "YAML does not allow the character U+%04X".formatted(reader.getCodePoint());
    }
    if (!(failure instanceof MarkedYamlEngineException marked)) {
      return "not valid YAML: " + failure.getMessage();
    }
    String context = context(marked);
    String problem = String.valueOf(marked.getProblem());
    if (failure instanceof ComposerException) {
      return problem;
    }
    if (isAlias(context)) {
      return "a string that begins with * must be in quotes, such as \"*\"";
    }
    if (problem.contains("TAB")) {
      return "a tab cannot indent YAML; use spaces";
    }
    if (problem.contains("mapping values are not allowed")) {
      return "a colon cannot stand here; put a string that contains \": \" in quotes";
    }
    if (problem.contains("<block end>")) {
      return "this line is not indented like the lines above";
    }
    if (context.contains("flow mapping") || context.contains("flow sequence")) {
      String bracket = context.contains("mapping") ? "}" : "]";
      return "expected a comma or %s; put a string that contains one of ,[]{} in quotes"
          .formatted(bracket);
    }
    return "not valid YAML: " + problem + (context.isEmpty() ? "" : " (" + context + ")");
  }

  private static boolean isAlias(String context) {
    return context.contains("scanning an alias");
  }

  private static String context(MarkedYamlEngineException failure) {
    return failure.getContext() == null ? "" : failure.getContext();
  }
}
