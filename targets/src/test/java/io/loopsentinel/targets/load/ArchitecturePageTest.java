package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What newcomers read names files that there are. */
class ArchitecturePageTest {

  private static final Pattern PATH = Pattern.compile("`([\\w.-]+/[\\w./-]*)`");

  @ParameterizedTest
  @ValueSource(strings = {"ARCHITECTURE.md", "CONTRIBUTING.md"})
  void namesFilesThatThereAre(String page) throws IOException {
    List<String> paths =
        PATH.matcher(Files.readString(Configs.inRepository(page).toPath()))
            .results()
            .map((MatchResult found) -> found.group(1))
            .toList();

    assertThat(paths).isNotEmpty();
    assertThat(paths).map(Configs::inRepository).allMatch(File::exists, "exists");
  }
}
