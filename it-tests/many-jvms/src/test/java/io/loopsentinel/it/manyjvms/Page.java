package io.loopsentinel.it.manyjvms;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The configurations of {@code docs/many-jvms.md}. */
final class Page {

  static final Path FILE = Path.of("../../docs/many-jvms.md");
  private static final Pattern EXAMPLE = Pattern.compile("(?s)```yaml\n(sentinel:.*?)```");

  private Page() {}

  static List<String> examples() throws IOException {
    return EXAMPLE
        .matcher(Files.readString(FILE))
        .results()
        .map((MatchResult example) -> example.group(1))
        .toList();
  }

  /** Returns the only configuration with a text, without its first line. */
  static String example(String text) throws IOException {
    List<String> found = examples().stream().filter(each -> each.contains(text)).toList();
    if (found.size() != 1) {
      throw new AssertionError(found.size() + " examples have " + text);
    }
    return found.get(0).replaceFirst("sentinel:\n", "");
  }
}
