package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.detect.SimilarCallsDetector;
import io.loopsentinel.targets.config.SentinelConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The commented reference at the root of the repository. */
class ReferenceConfigTest {

  @Test
  void isTheDefault() throws IOException {
    SentinelConfig config = Configs.valid(String.join("\n", lines()));

    assertThat(config).isEqualTo(SentinelConfig.DEFAULT);
  }

  @Test
  void holdsExamplesThatCanBeTakenOutOfTheirComments() throws IOException {
    String uncommented =
        lines().stream()
            .filter(line -> !line.contains("# action:"))
            .map(line -> line.replaceFirst("^( +)# (\"?[a-z_*-]+\"?: |- name|  [a-z]+: )", "$1$2"))
            .collect(Collectors.joining("\n"));

    SentinelConfig config = Configs.valid(uncommented);

    assertThat(config.engine().overrides()).hasSize(5);
    assertThat(config.targets()).hasSize(1);
    assertThat(config.engine().budget().prices().size()).isOne();
    assertThat(config.engine().defaults().texts().message()).contains("{tool}");
    assertThat(config.engine().detector(SimilarCallsDetector.Settings.DEFAULT).escalation())
        .isNotNull();
  }

  @Test
  void namesEverySettingThatCanBeGivenElsewhere() throws IOException {
    String text = String.join("\n", lines());

    for (String path : ExternalSettings.PATHS) {
      String key = path.substring(path.lastIndexOf('.') + 1);
      if (!path.equals(ExternalSettings.FILE) && !path.matches("detectors.*action")) {
        assertThat(text).contains(key + (key.equals("only") ? "" : ":"));
      }
    }
  }

  /** JVMs that share sessions compare the text of their settings. */
  @Test
  void twoReadingsHaveTheSameText() throws IOException {
    String text = String.join("\n", lines());

    assertThat(Configs.valid(text).engine().toString())
        .isEqualTo(Configs.valid(text).engine().toString());
  }

  @Test
  void isReadAtOneGo() throws IOException {
    assertThat(lines()).hasSizeLessThan(200);
  }

  private static List<String> lines() throws IOException {
    return Files.readAllLines(Configs.inRepository("sentinel-config.yaml").toPath());
  }
}
