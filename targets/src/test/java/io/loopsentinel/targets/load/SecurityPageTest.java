package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each promise of SECURITY.md names a test that exists. */
class SecurityPageTest {

  private static final Pattern ROW = Pattern.compile("(?m)^\\| .* \\| .* \\| .* \\| (`.*`) \\|$");
  private static final Pattern TEST = Pattern.compile("`(\\w+)#(\\w+)`");

  @Test
  void namesTestsThatExist() throws IOException {
    Path page = Configs.inRepository("SECURITY.md").toPath();
    Map<String, List<Path>> sources = sources(page.resolveSibling(""));
    List<MatchResult> rows = ROW.matcher(Files.readString(page)).results().toList();

    assertThat(rows).hasSizeGreaterThan(15);
    for (MatchResult row : rows) {
      List<MatchResult> tests = TEST.matcher(row.group(1)).results().toList();
      assertThat(tests).as(row.group()).isNotEmpty();
      for (MatchResult test : tests) {
        assertThat(sources.getOrDefault(test.group(1), List.of()))
            .as(test.group())
            .anyMatch(source -> read(source).contains("void " + test.group(2) + "("));
      }
    }
  }

  private static Map<String, List<Path>> sources(Path repository) throws IOException {
    try (Stream<Path> files = Files.walk(repository)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .collect(
              Collectors.groupingBy(file -> file.getFileName().toString().replace(".java", "")));
    }
  }

  private static String read(Path source) {
    try {
      return Files.readString(source);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
