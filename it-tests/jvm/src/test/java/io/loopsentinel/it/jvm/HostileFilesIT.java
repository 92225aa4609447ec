package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.jvm.program.MadeUpNamesProgram;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Commands that are given files from anywhere, with little memory: what would use it up is skipped
 * and reported, and all else is read.
 */
@FullMatrix
class HostileFilesIT {

  private static final String RUN = "{\"id\": \"good\", \"messages\": []}\n";

  private static final String TURN =
      "{\"v\":1,\"type\":\"cost.attributed\",\"time\":\"2026-11-22T08:00:00Z\",\"model\":\"m\","
          + "\"input_tokens\":7,\"output_tokens\":1,\"cost_usd\":0.5}\n";

  private static final String DEEP = "[".repeat(100_000) + "\n";
  private static final int MEGABYTE = 1 << 20;
  private static final int MEGABYTES = 200;

  @TempDir private Path folder;

  @Test
  void readsTheRunsAroundLinesThatNobodyCanRead() throws IOException {
    ProgramResult result = run("replay", sparse(RUN), packed(RUN), text(DEEP + RUN + "[\0]\n"));

    assertThat(result.exitCode()).as(result.standardError()).isZero();
    assertThat(result.standardOutput())
        .containsPattern("(?m)^sparse +2 ")
        .containsPattern("(?m)^packed +2 ")
        .containsPattern("(?m)^text +1 ");
    assertThat(result.standardError().lines())
        .hasSize(4)
        .anyMatch(line -> line.contains("sparse:2: skipped: the line is longer than "))
        .anyMatch(line -> line.contains("packed:2: skipped: the line is longer than "))
        .anyMatch(line -> line.contains("text:1: skipped: not JSON: "))
        .anyMatch(line -> line.contains("text:3: skipped: not JSON at column "));
  }

  @Test
  void addsUpTheTurnsAroundLinesThatNobodyCanRead() throws IOException {
    ProgramResult result = run("report", sparse(TURN), packed(TURN), text(DEEP + TURN));

    assertThat(result.exitCode()).as(result.standardError()).isZero();
    assertThat(result.standardOutput())
        .startsWith("2026-11-22 (UTC), 5 lines, 3 skipped")
        .contains("$2.50");
    assertThat(result.standardError().lines()).hasSize(3);
  }

  @Test
  void inspectsTheClassesBesideThoseThatAreTooLarge() throws IOException {
    Path jar = folder.resolve("app.jar");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      out.setLevel(1);
      out.putNextEntry(new ZipEntry("com/acme/Big.class"));
      writeZeros(out);
      out.putNextEntry(new ZipEntry("BOOT-INF/lib/big.jar"));
      writeZeros(out);
      String name = MadeUpNamesProgram.class.getName().replace('.', '/') + ".class";
      out.putNextEntry(new ZipEntry(name));
      Files.copy(TestClasses.folder().toPath().resolve(name), out);
    }

    ProgramResult result = run("inspect", jar);

    assertThat(result.standardError())
        .contains("Big.class: skipped: exceeds the limit of ")
        .contains("big.jar: skipped: exceeds the limit of ")
        .doesNotContain("No class could be read", "OutOfMemoryError");
    assertThat(result.exitCode()).isZero();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void refusesWhatHasNoEnd() {
    for (String command : List.of("replay", "report", "inspect")) {
      ProgramResult result = run(command, Path.of("/dev/zero"));

      assertThat(result.exitCode()).as(command).isPositive();
      assertThat(result.standardError()).as(command).contains("/dev/zero").contains("regular file");
    }
  }

  private static ProgramResult run(String command, Path... files) {
    List<String> arguments = new ArrayList<>(List.of(command));
    List.of(files).forEach(file -> arguments.add(file.toString()));
    return JavaProgram.ofJar(AgentJar.file())
        .jvmOptions("-Xmx100m")
        .arguments(arguments.toArray(String[]::new))
        .run(Programs.LIMIT);
  }

  private Path text(String text) throws IOException {
    return Files.writeString(folder.resolve("text"), text);
  }

  /** A record, a line of zeros that takes no room on the disk, and the record again. */
  private Path sparse(String record) throws IOException {
    Path file = folder.resolve("sparse");
    try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
      out.write(record.getBytes(StandardCharsets.UTF_8));
      out.seek((long) MEGABYTES * MEGABYTE);
      out.write(("\n" + record).getBytes(StandardCharsets.UTF_8));
    }
    return file;
  }

  /** The same, packed to less than a megabyte. */
  private Path packed(String record) throws IOException {
    Path file = folder.resolve("packed");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(record.getBytes(StandardCharsets.UTF_8));
      writeZeros(out);
      out.write(("\n" + record).getBytes(StandardCharsets.UTF_8));
    }
    return file;
  }

  private static void writeZeros(OutputStream out) throws IOException {
    byte[] zeros = new byte[MEGABYTE];
    for (int i = 0; i < MEGABYTES; i++) {
      out.write(zeros);
    }
  }
}
