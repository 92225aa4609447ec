package io.loopsentinel.it.closedsource;

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
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * Makes of an application what its vendor would deliver: a jar in which only the main class has its
 * name, and all attributes that tell of the source are gone. Texts stay, as they mostly do.
 */
final class Obfuscation {

  private Obfuscation() {}

  /**
   * Returns the jar, in a folder; makes it where it is not there.
   *
   * @param main what starts the application; what it does not need is left out
   * @param more rules that the application has beside those of all
   */
  static File jar(File folder, Class<?> main, String more) throws IOException, URISyntaxException {
    File jar = new File(folder, main.getPackageName() + ".jar");
    if (jar.exists()) {
      return jar;
    }
    File rules = new File(folder, main.getPackageName() + ".txt");
    // Optimization would inline the dispatch method into the loop that calls it.
    Files.write(
        rules.toPath(),
        List.of(
            "-injars '" + manifest(folder, main) + "'",
            "-injars '" + classes(main) + "'(!META-INF/**)",
            "-outjars '" + jar + "'",
            "-libraryjars '" + jdk(folder) + "'",
            "-dontwarn org.jspecify.**",
            "-dontoptimize",
            "-allowaccessmodification",
            "-repackageclasses o",
            "-keep class " + main.getName() + " { public static void main(java.lang.String[]); }",
            more));
    ProgramResult proGuard =
        JavaProgram.ofMain("proguard.ProGuard")
            .jvmOptions(JavaProgram.QUICK_START)
            .arguments("@" + rules)
            .run(Duration.ofMinutes(5));
    if (proGuard.exitCode() != 0) {
      throw new AssertionError("ProGuard failed: " + proGuard);
    }
    return jar;
  }

  private static Path classes(Class<?> main) throws URISyntaxException {
    return Path.of(main.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /** Returns a folder with what makes the jar executable. */
  private static Path manifest(File folder, Class<?> main) throws IOException {
    Path parent = folder.toPath().resolve(main.getPackageName() + "-manifest");
    Files.createDirectories(parent.resolve("META-INF"));
    Files.writeString(
        parent.resolve(JarFile.MANIFEST_NAME),
        "Manifest-Version: 1.0\nMain-Class: " + main.getName() + "\n");
    return parent;
  }

  /** ProGuard reads jars, and newer JDKs have their classes in none. */
  private static File jdk(File folder) throws IOException {
    File jar = new File(folder, "jdk.jar");
    if (jar.exists()) {
      return jar;
    }
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
