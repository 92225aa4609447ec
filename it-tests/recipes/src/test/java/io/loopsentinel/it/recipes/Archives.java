package io.loopsentinel.it.recipes;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** Packs the shop as its build would. */
final class Archives {

  private static final Path CLASSES = Path.of("target/test-classes");
  private static final String SHOP = "com/acme/shop/";
  private static final Pattern LIBRARY = Pattern.compile("(langchain4j|jackson|slf4j|opennlp)-.*");

  private Archives() {}

  /** Returns the jars that the shop needs: LangChain4j and its dependencies. */
  static List<Path> libraries() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(Path::of)
        .filter(path -> LIBRARY.matcher(path.getFileName().toString()).matches())
        .toList();
  }

  /** Writes an executable jar, which finds its libraries where they are. */
  static void jar(File jar) throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.put(Attributes.Name.MAIN_CLASS, "com.acme.shop.Shop");
    attributes.put(
        Attributes.Name.CLASS_PATH,
        libraries().stream()
            .map(library -> library.toUri().toString())
            .collect(Collectors.joining(" ")));
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar.toPath()), manifest)) {
      addClasses(out, "");
    }
  }

  /** Writes a web application. */
  static void war(File war) throws IOException {
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(war.toPath()))) {
      addClasses(out, "WEB-INF/classes/");
      for (Path library : libraries()) {
        add(out, "WEB-INF/lib/" + library.getFileName(), library);
      }
    }
  }

  private static void addClasses(JarOutputStream out, String prefix) throws IOException {
    for (Path file : Project.files(CLASSES.resolve(SHOP))) {
      add(out, prefix + SHOP + file.getFileName(), file);
    }
  }

  private static void add(JarOutputStream out, String name, Path file) throws IOException {
    out.putNextEntry(new ZipEntry(name));
    Files.copy(file, out);
    out.closeEntry();
  }
}
