package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** What the README says of the tests is so; what it shows of the demonstration is tested there. */
class ReadmeTest {

  @Test
  void namesTheTestCommandThatIsRunBeforeAChangeLands() throws IOException {
    String command =
        Files.readAllLines(Configs.inRepository(".ci/run").toPath()).stream()
            .filter(line -> line.startsWith("mvn "))
            .findFirst()
            .orElseThrow();

    assertThat(readme()).contains("```sh\n" + command + "\n```");
  }

  private static String readme() throws IOException {
    return Files.readString(Configs.inRepository("README.md").toPath());
  }
}
