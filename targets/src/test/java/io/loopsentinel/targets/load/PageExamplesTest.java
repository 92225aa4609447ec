package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.targets.config.ConfigResult;
import io.loopsentinel.targets.config.SentinelConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every configuration that a page shows can be used as it stands. One with a store needs its jar:
 * {@code ManyJvmsPageIT} tests it.
 */
class PageExamplesTest {

  private static final Pattern EXAMPLE =
      Pattern.compile("```yaml\n(sentinel:.*?)```", Pattern.DOTALL);

  @ParameterizedTest
  @MethodSource("examples")
  void canBeReadWithoutAWarning(Path page, String yaml) {
    ConfigResult.Loaded loaded =
        Configs.loaded(
            new ConfigLoader(Profiles.shipped()).read(yaml, page.getFileName().toString()));

    assertThat(loaded.warnings()).isEmpty();
    assertThat(loaded.config()).isNotEqualTo(SentinelConfig.DEFAULT);
  }

  static List<Arguments> examples() throws IOException {
    List<Arguments> examples = new ArrayList<>();
    for (Path page : PageLinksTest.pages()) {
      EXAMPLE
          .matcher(ConfigurationPageTest.MISTAKES.matcher(Files.readString(page)).replaceAll(""))
          .results()
          .map((MatchResult example) -> example.group(1))
          .filter(example -> !example.contains("loop-sentinel-redis.jar"))
          .filter(example -> !example.contains("loop-sentinel-file.jar"))
          .forEach(example -> examples.add(Arguments.of(page, example)));
    }
    assertThat(examples.stream().map(example -> example.get()[0]).distinct()).hasSizeGreaterThan(5);
    return examples;
  }
}
