package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.jvm.program.HelloProgram;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** Archived classes stay in use: the commands of {@code docs/startup.md}, run. */
class ClassDataSharingIT {

  @TempDir private File folder;

  @OnEachJdk
  void servesAsManyFromTheJdksOwnArchive(Jdk jdk) throws IOException {
    JavaProgram program = program(jdk);

    long without = shared(program);
    long with = shared(program.agent());

    assertThat(without).isGreaterThan(300);
    assertThat(with).isGreaterThanOrEqualTo(without);
  }

  @OnEachJdk
  void servesAsManyFromTheArchiveOfAnApplication(Jdk jdk) throws IOException {
    File archive = new File(folder, "app.jsa");
    JavaProgram program = program(jdk);
    program.jvmOptions("-XX:ArchiveClassesAtExit=" + archive).run(Programs.LIMIT);
    JavaProgram trained = program.jvmOptions("-XX:SharedArchiveFile=" + archive);

    long without = shared(trained);
    long with = shared(trained.agent());

    assertThat(without).isGreaterThan(300);
    assertThat(sharesTheProgramItself(trained.agent())).isTrue();
    assertThat(with).isGreaterThanOrEqualTo(without);
  }

  @OnEachJdk
  void servesMoreFromAnAotCacheTrainedWithTheAgent(Jdk jdk) throws IOException {
    assumeTrue(jdk.feature() >= 25, "JDK 24 has no cache in one step");
    File cache = new File(folder, "app.aot");
    File cacheWithout = new File(folder, "app-without.aot");
    JavaProgram program = program(jdk);
    program.jvmOptions("-XX:AOTCacheOutput=" + cacheWithout).run(Programs.LIMIT);
    program.agent().jvmOptions("-XX:AOTCacheOutput=" + cache).run(Programs.LIMIT);

    long without = shared(program.jvmOptions("-XX:AOTCache=" + cacheWithout));
    long with = shared(program.agent().jvmOptions("-XX:AOTCache=" + cache));

    assertThat(without).isGreaterThan(300);
    assertThat(with).isGreaterThanOrEqualTo(without);
  }

  @OnEachJdk
  void servesAsManyFromAnAotCacheTrainedWithoutIt(Jdk jdk) throws IOException {
    assumeTrue(jdk.feature() >= 25, "JDK 24 has no cache in one step");
    File cache = new File(folder, "app.aot");
    JavaProgram program = program(jdk);
    program
        .jvmOptions("-XX:AOTCacheOutput=" + cache, "--add-modules", "java.instrument")
        .run(Programs.LIMIT);

    long without =
        shared(program.jvmOptions("-XX:AOTCache=" + cache, "--add-modules", "java.instrument"));
    long with = shared(program.agent().jvmOptions("-XX:AOTCache=" + cache));

    assertThat(without).isGreaterThan(300);
    assertThat(with).isGreaterThanOrEqualTo(without);
  }

  /** Archives take classes from jars only. */
  private JavaProgram program(Jdk jdk) throws IOException {
    File jar = new File(folder, "program.jar");
    Path classes =
        Path.of(HelloProgram.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    try (JarOutputStream out = new JarOutputStream(new FileOutputStream(jar));
        Stream<Path> files = Files.walk(classes.resolve("io/loopsentinel/it/jvm/program"))) {
      List<Path> sorted = files.filter(Files::isRegularFile).sorted().toList();
      for (Path file : sorted) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString().replace('\\', '/')));
        Files.copy(file, out);
        out.closeEntry();
      }
    }
    return JavaProgram.ofMain(HelloProgram.class).on(jdk).classPath(jar);
  }

  private static boolean sharesTheProgramItself(JavaProgram program) {
    return sharedClasses(program).stream()
        .anyMatch(line -> line.startsWith(HelloProgram.class.getName() + " "));
  }

  private static long shared(JavaProgram program) {
    return sharedClasses(program).size();
  }

  private static List<String> sharedClasses(JavaProgram program) {
    ProgramResult result = program.jvmOptions("-Xlog:class+load:stdout:none").run(Programs.LIMIT);
    assertThat(result.standardOutput()).contains("hello");
    return result
        .standardOutput()
        .lines()
        .filter(line -> line.contains("source: shared objects file"))
        .toList();
  }
}
