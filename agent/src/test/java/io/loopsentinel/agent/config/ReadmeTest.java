package io.loopsentinel.agent.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * What the README says of configuration is so; what it shows of the demonstration is tested there.
 */
class ReadmeTest {

  private static final Pattern EXAMPLE = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

  @Test
  void holdsConfigurationsThatCanBeRead() throws IOException {
    List<String> examples =
        EXAMPLE.matcher(readme()).results().map(match -> match.group(1)).toList();

    assertThat(examples).hasSize(2);
    assertThat(examples)
        .allSatisfy(yaml -> assertThat(Configs.valid(yaml)).isNotEqualTo(SentinelConfig.DEFAULT));
  }

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
