package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.targets.config.SentinelConfig;
import io.loopsentinel.targets.config.ShippedTargets;
import io.loopsentinel.targets.config.TargetHint;
import io.loopsentinel.targets.config.TargetSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The hints read before main agree with the YAML. */
class ShippedTargetsTest {

  @Test
  void holdAllProfilesInTheirOrder() {
    ShippedTargets shipped = ShippedTargets.open();

    assertThat(shipped.names()).isEqualTo(Profiles.shipped().names());
    assertThat(shipped.hints()).hasSizeGreaterThan(shipped.names().size());
  }

  @Test
  void holdAHintForEachTarget() {
    List<TargetSpec> targets = Profiles.shipped().targets(SentinelConfig.DEFAULT);

    assertThat(ShippedTargets.open().hints())
        .usingRecursiveComparison()
        .ignoringFields("profile")
        .isEqualTo(targets.stream().map(TargetHint::of).toList());
  }

  /** The message has the file as it should be. */
  @Test
  void hintsFileAgreesWithTheYaml() throws IOException {
    String expected =
        Profiles.shipped().names().stream()
            .flatMap(
                profile ->
                    Profiles.shipped().read(profile).stream()
                        .map(target -> line(profile, TargetHint.of(target))))
            .collect(Collectors.joining("\n"));

    String file =
        Files.readString(
            Configs.inRepository("targets/src/main/resources/profiles/hints").toPath());

    assertThat(file.lines().filter(line -> !line.startsWith("#")).collect(Collectors.joining("\n")))
        .as("replace the lines of targets/src/main/resources/profiles/hints by:%n%s", expected)
        .isEqualTo(expected);
  }

  private static String line(String profile, TargetHint hint) {
    return String.join(
        "|",
        profile,
        hint.type() == null ? "" : hint.type(),
        hint.open() ? "open" : "",
        String.join(",", hint.packages()),
        hint.text(),
        hint.prefix() ? "prefix" : "",
        hint.descriptor());
  }
}
