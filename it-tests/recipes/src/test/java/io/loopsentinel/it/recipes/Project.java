package io.loopsentinel.it.recipes;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The projects of {@code src/test/projects}, whose files docs/recipes.md shows. */
final class Project {

  static final Path ALL = Path.of("src/test/projects");

  private static final Path SHOP = Path.of("src/test/java/com/acme/shop");

  private Project() {}

  /** Copies a project to a folder, with the jar under test instead of the page's. */
  static void copy(String name, File folder) throws IOException {
    Path from = ALL.resolve(name);
    for (Path file : files(from)) {
      copy(file, folder.toPath().resolve(from.relativize(file)));
    }
  }

  /** Copies those classes of the shop that need nothing but LangChain4j. */
  static void copyShop(File folder) throws IOException {
    for (String file :
        List.of("Assistant.java", "Orders.java", "Shop.java", "StubbornModel.java")) {
      copy(
          SHOP.resolve(file), folder.toPath().resolve("src/main/java/com/acme/shop").resolve(file));
    }
  }

  static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    Files.writeString(to, Console.withJar(Files.readString(from)));
  }
}
