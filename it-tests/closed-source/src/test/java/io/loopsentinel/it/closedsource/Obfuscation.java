package io.loopsentinel.it.closedsource;

import com.acme.desk.Main;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * Makes of the help desk what its vendor would deliver: a jar in which only the main class has its
 * name, and all attributes that tell of the source are gone. Texts stay, as they mostly do.
 */
final class Obfuscation {

  private Obfuscation() {}

  /** Returns the jar, in a folder. */
  static File jar(File folder) throws IOException, URISyntaxException {
    File jar = new File(folder, "help-desk.jar");
    File rules = new File(folder, "proguard.txt");
    // Optimization would inline the dispatch method into the loop that calls it.
    Files.write(
        rules.toPath(),
        List.of(
            "-injars '" + classes() + "'",
            "-outjars '" + jar + "'",
            "-libraryjars '" + jdk(folder) + "'",
            "-dontwarn org.jspecify.**",
            "-dontoptimize",
            "-allowaccessmodification",
            "-repackageclasses o",
            "-keep class com.acme.desk.Main { public static void main(java.lang.String[]); }"));
    ProgramResult proGuard =
        JavaProgram.ofMain("proguard.ProGuard").arguments("@" + rules).run(Duration.ofMinutes(5));
    if (proGuard.exitCode() != 0) {
      throw new AssertionError("ProGuard failed: " + proGuard);
    }
    return jar;
  }

  private static Path classes() throws URISyntaxException {
    return Path.of(Main.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /** ProGuard reads jars, and newer JDKs have their classes in none. */
  private static File jdk(File folder) throws IOException {
    File jar = new File(folder, "jdk.jar");
    Path modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules");
    try (JarOutputStream out = new JarOutputStream(new FileOutputStream(jar))) {
      for (String module : List.of("java.base", "java.net.http")) {
        copy(modules.resolve(module), out);
      }
    }
    return jar;
  }

  private static void copy(Path module, JarOutputStream out) throws IOException {
    try (Stream<Path> files = Files.walk(module.resolve("java"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".class")).toList()) {
        out.putNextEntry(new JarEntry(module.relativize(file).toString()));
        Files.copy(file, out);
        out.closeEntry();
      }
    }
  }
}
