package io.loopsentinel.it.release;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A release, built and staged as one is for Maven Central, once for all tests. */
final class Release {

  /** What is published. */
  static final List<String> MODULES = List.of("bootstrap", "engine", "dist");

  /** And what must not be published with them. */
  private static final String BUILT =
      ".,bootstrap,engine,targets,agent,tools,dist,it-tests,it-tests/harness";

  private static final Path FOLDER = Path.of(System.getProperty("release.folder"));

  private final Sources sources;

  private Release(Sources sources) {
    this.sources = sources;
  }

  /** Returns the release as the machine is set up, signed where it has gpg. */
  static Release first() {
    return First.RELEASE;
  }

  /** Builds the release again: later, elsewhere, for another user in another country. */
  static Release again() {
    Map<String, String> environment =
        Map.of(
            "JAVA_TOOL_OPTIONS",
            "-Duser.language=tr -Duser.country=TR -Duser.timezone=Pacific/Auckland"
                + " -Dfile.encoding=ISO-8859-9 -Duser.name=somebody",
            "TZ",
            "Pacific/Auckland");
    return build("another-folder", environment);
  }

  /** Returns an empty folder for a test. */
  static Path newFolder(String name) {
    Path folder = FOLDER.resolve(name);
    try {
      if (Files.exists(folder)) {
        try (Stream<Path> files = Files.walk(folder)) {
          for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
            Files.delete(file);
          }
        }
      }
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the key that verifies the signatures of the first release. */
  static Path publicKey() {
    return FOLDER.resolve("first/public.key");
  }

  /** Returns the local repository that this release was installed in. */
  Path repository() {
    return sources.repository();
  }

  /** Returns the repository that was made to be published. */
  Path staged() {
    return sources.folder().resolve("target/staged");
  }

  /** Returns the folder in which a module was built. */
  Path target(String module) {
    return sources.folder().resolve(module).resolve("target");
  }

  /** Returns the artifact of a module: {@code dist} makes the agent's jar. */
  static String artifact(String module) {
    return module.equals("dist") ? "loop-sentinel" : "loop-sentinel-" + module;
  }

  /** Returns a published file of a module, by what follows its version. */
  Path published(String module, String ending) {
    String artifact = artifact(module);
    return staged()
        .resolve(Path.of("io/loopsentinel", artifact, Sources.VERSION))
        .resolve(artifact + "-" + Sources.VERSION + ending);
  }

  /** Returns all that is published, by its path in the repository. */
  SortedMap<String, Path> published() {
    SortedMap<String, Path> published = new TreeMap<>();
    try (Stream<Path> files = Files.walk(staged())) {
      files
          .filter(Files::isRegularFile)
          .forEach(file -> published.put(staged().relativize(file).toString(), file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    // What a repository lists, which Maven Central writes itself.
    published.keySet().removeIf(path -> path.contains("maven-metadata"));
    return published;
  }

  private static Release build(String name, Map<String, String> environment, String... more) {
    Path folder = newFolder(name);
    Sources sources =
        Sources.copiedTo(
            folder.resolve("sources"),
            LocalRepository.in(folder.resolve("repository")),
            Sources.VERSION);
    String[] arguments =
        Stream.concat(Stream.of("deploy", "-pl", BUILT), Stream.of(more)).toArray(String[]::new);
    sources.release(environment, arguments).successful();
    return new Release(sources);
  }

  private static final class First {

    static final Release RELEASE = first();

    private static Release first() {
      if (!SigningKey.canBeMade()) {
        return build("first", Map.of());
      }
      try (SigningKey key = SigningKey.make()) {
        Release release = build("first", key.environment(), key.argument());
        key.exportTo(publicKey());
        return release;
      }
    }
  }
}
