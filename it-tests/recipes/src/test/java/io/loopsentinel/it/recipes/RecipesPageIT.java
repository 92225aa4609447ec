package io.loopsentinel.it.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The files that docs/recipes.md shows, in whole or in part, are those that the tests use. */
class RecipesPageIT {

  @Test
  void showsTheFilesThatTheTestsUse() throws IOException {
    List<String> files = new ArrayList<>();
    for (Path file : Project.files(Project.ALL)) {
      files.add(unindented(Files.readString(file)));
    }

    assertThat(Page.of("recipes.md").files())
        .isNotEmpty()
        .allSatisfy(part -> assertThat(files).anyMatch(file -> file.contains(unindented(part))));
  }

  private static String unindented(String text) {
    return text.lines().map(String::strip).collect(Collectors.joining("\n"));
  }
}
