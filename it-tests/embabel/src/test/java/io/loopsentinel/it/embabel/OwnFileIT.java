package io.loopsentinel.it.embabel;

import static io.loopsentinel.it.embabel.EmbabelScenarios.SCENARIOS;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdks;
import io.loopsentinel.it.scenario.OwnFile;
import java.io.File;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** What the file of {@code inspect} does that has none of the profile. */
@EnabledIfSystemProperty(named = "loopsentinel.matrix", matches = "true")
class OwnFileIT {

  private static final String FILE = OwnFile.of("/com/embabel/");

  @TempDir private File folder;

  @Test
  void guards() {
    assertThat(OwnFile.guarded(FILE)).containsExactly();
  }

  @Test
  void stopsTheLoop() {
    assertThat(
            OwnFile.table(SCENARIOS.guarded(Jdks.running(), ModelBehaviour.LOOPING, folder, FILE)))
        .isEqualTo("");
  }

  @Test
  void leavesTwoUsersAlone() {
    assertThat(
            OwnFile.table(SCENARIOS.guarded(Jdks.running(), ModelBehaviour.SHARED, folder, FILE)))
        .isEqualTo("");
  }
}
