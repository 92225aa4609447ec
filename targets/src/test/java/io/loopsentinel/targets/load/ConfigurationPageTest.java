package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.targets.config.ConfigResult;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The statements of {@code docs/configuration.md} are true. */
class ConfigurationPageTest {

  static final Pattern MISTAKES =
      Pattern.compile(
          "For this file\n\n```yaml\n(.*?)```\n\nit is\n\n```text\n(.*?)\n```", Pattern.DOTALL);

  /** The keys of all detectors. */
  private static final String COMMON_KEYS = "detectors\\.\\w+\\.(enabled|action|escalation)";

  @Test
  void showsTheReportOfAFileWithMistakes() throws IOException {
    List<String> found =
        MISTAKES
            .matcher(page())
            .results()
            .flatMap(match -> List.of(match.group(1), match.group(2)).stream())
            .toList();

    assertThat(found).hasSize(2);
    assertThat(Configs.loader().read(found.get(0), "sentinel-config.yaml"))
        .isInstanceOfSatisfying(
            ConfigResult.Rejected.class,
            rejected -> assertThat(rejected.report()).isEqualTo(found.get(1)));
  }

  @Test
  void listsEverySettingOnce() throws IOException {
    List<String> listed =
        words("(?m)^\\| `([a-zA-Z_.]+)` \\|").stream()
            .filter(key -> key.contains("NAME") || ExternalSettings.PATHS.contains(key))
            .toList();

    assertThat(listed)
        .containsExactlyInAnyOrderElementsOf(
            ExternalSettings.PATHS.stream()
                .map(path -> path.replaceFirst(COMMON_KEYS, "detectors.NAME.$1"))
                .distinct()
                .toList());
  }

  @Test
  void namesOnlyExistingSettings() throws IOException {
    assertThat(words("`-Dloopsentinel\\.([a-z_.]+)[`=]"))
        .isNotEmpty()
        .isSubsetOf(ExternalSettings.PATHS);
    assertThat(words("`(LOOPSENTINEL_[A-Z_]+[A-Z])[`=]"))
        .isNotEmpty()
        .isSubsetOf(ExternalSettings.PATHS.stream().map(ExternalSettings::variable).toList());
  }

  @Test
  void namesTheSettingsThatOnlyTheFileCanHave() throws IOException {
    String names =
        ExternalSettings.FILE_ONLY.stream()
            .map(path -> "`" + path + "`")
            .collect(Collectors.joining(", "));

    assertThat(page()).contains(names + " can only be set in the file.");
  }

  @Test
  void namesEveryKeyOfATarget() throws IOException {
    String page = Files.readString(Configs.inRepository("docs/targets.md").toPath());

    assertThat(Configs.keys("targets: [%s]"))
        .allSatisfy(key -> assertThat(page).containsPattern("\\| `" + key + "` \\| (all|t|r)"));
  }

  private static List<String> words(String pattern) throws IOException {
    return Pattern.compile(pattern)
        .matcher(page())
        .results()
        .map((MatchResult match) -> match.group(1))
        .toList();
  }

  private static String page() throws IOException {
    return Files.readString(Configs.inRepository("docs/configuration.md").toPath());
  }
}
