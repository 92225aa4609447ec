package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/**
 * The schema and the page are those that the declarations of the keys give. {@link
 * SettingsReference#main} writes both again.
 */
class SettingsReferenceTest {

  private final SettingsReference reference = new SettingsReference();

  @Test
  void schemaIsTheDerivedOne() throws IOException {
    assertThat(Files.readString(SettingsReference.file(SettingsReference.SCHEMA)))
        .isEqualTo(reference.schema());
  }

  @Test
  void pageHasTheDerivedTables() throws IOException {
    String page = Files.readString(SettingsReference.file(SettingsReference.PAGE));

    assertThat(reference.tables().values()).allSatisfy(table -> assertThat(page).contains(table));
  }
}
