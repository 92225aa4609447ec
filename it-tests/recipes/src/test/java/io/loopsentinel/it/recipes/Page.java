package io.loopsentinel.it.recipes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A page of the documentation, or a section of one.
 *
 * @param text its text
 */
record Page(String text) {

  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\n(.*?)^```");

  static Page of(String name) {
    try {
      return new Page(Files.readString(Path.of("../../docs", name)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the section of docs/recipes.md with this heading. */
  static Page recipe(String heading) {
    return Stream.of(of("recipes.md").text.split("(?m)^## "))
        .filter(section -> section.lines().findFirst().equals(Optional.of(heading)))
        .map(Page::new)
        .findFirst()
        .orElseThrow(() -> new AssertionError("no recipe " + heading));
  }

  /** Returns the terminals that it shows. */
  List<Console> consoles() {
    return blocks("console").map(Console::of).toList();
  }

  /** Returns the parts of files that it shows. */
  List<String> files() {
    return Stream.of("xml", "groovy", "sh", "dockerfile", "yaml").flatMap(this::blocks).toList();
  }

  private Stream<String> blocks(String language) {
    return BLOCK
        .matcher(text)
        .results()
        .filter(block -> block.group(1).equals(language))
        .map(block -> block.group(2));
  }
}
