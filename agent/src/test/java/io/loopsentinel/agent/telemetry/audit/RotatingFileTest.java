package io.loopsentinel.agent.telemetry.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The files behind the audit log. */
class RotatingFileTest {

  @TempDir private Path folder;

  @Test
  void opensNothingBeforeTheFirstLine() {
    file(100, 3);

    assertThat(folder).isEmptyDirectory();
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void isForItsOwnerOnlyIfItIsCreated() throws IOException {
    append(file(10, 2), "first", "second", "third");

    for (String name : new String[] {"log", "log.1"}) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(name))))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void isPutAsideBeforeALineWouldMakeItTooLarge() throws IOException {
    append(file(8, 3), "one", "two", "three", "four", "five", "six");

    assertThat(content("log")).isEqualTo("six\n");
    assertThat(content("log.1")).isEqualTo("five\n");
    assertThat(content("log.2")).isEqualTo("four\n");
    assertThat(folder.resolve("log.3")).doesNotExist();
  }

  @Test
  void overwritesTheFileIfOnlyOneIsKept() throws IOException {
    append(file(8, 1), "one", "two", "three");

    assertThat(content("log")).isEqualTo("three\n");
    assertThat(folder.resolve("log.1")).doesNotExist();
  }

  @Test
  void takesALineThatIsLongerThanAFileByItself() throws IOException {
    append(file(8, 2), "one", "a line that is too long", "two");

    assertThat(content("log.1")).isEqualTo("a line that is too long\n");
    assertThat(content("log")).isEqualTo("two\n");
  }

  @Test
  void goesOnBehindTheLinesOfAProcessBeforeIt() throws IOException {
    append(file(100, 2), "one");

    append(file(100, 2), "two");

    assertThat(content("log")).isEqualTo("one\ntwo\n");
  }

  @RepeatedTest(10)
  void losesNoLineOfProcessesThatWriteAtOnce() throws Exception {
    int writers = 4;
    int lines = 500;
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    List<Callable<Void>> all = new ArrayList<>();
    for (int i = 0; i < writers; i++) {
      int writer = i;
      RotatingFile file = file(200, 1_000);
      all.add(
          () -> {
            for (int line = 0; line < lines; line++) {
              file.append((writer + " writes line " + line + "\n").getBytes(UTF_8));
            }
            return null;
          });
    }
    for (Future<Void> each : threads.invokeAll(all)) {
      assertThat(each.get()).isNull();
    }
    threads.shutdown();

    Set<String> written = new HashSet<>();
    for (File each : requireNonNull(folder.toFile().listFiles())) {
      written.addAll(Files.readAllLines(each.toPath()));
    }
    assertThat(written)
        .hasSize(writers * lines)
        .allMatch(line -> line.matches("\\d writes line \\d+"));
  }

  @Test
  void endsALineThatAKilledProcessHasTorn() throws IOException {
    Files.writeString(folder.resolve("log"), "one\n{\"to");

    append(file(100, 2), "two", "three");

    assertThat(content("log")).isEqualTo("one\n{\"to\ntwo\nthree\n");
  }

  @Test
  void isRecreatedAfterItWasMoved() throws IOException {
    RotatingFile file = file(100, 2);
    file.append(line("one"));
    Files.move(folder.resolve("log"), folder.resolve("taken"));

    file.append(line("two"));

    assertThat(content("taken")).isEqualTo("one\n");
    assertThat(content("log")).isEqualTo("two\n");
  }

  @Test
  void goesOnWhenItsFolderIsThereAgain() throws IOException {
    Path gone = Files.createDirectory(folder.resolve("gone"));
    Path log = gone.resolve("log");
    RotatingFile file = new RotatingFile(log, 100, 2);
    file.append(line("one"));
    Files.delete(log);
    Files.delete(gone);
    assertThatThrownBy(() -> file.append(line("two"))).isInstanceOf(IOException.class);
    assertThat(gone).doesNotExist();

    Files.createDirectory(gone);
    file.append(line("three"));

    assertThat(log).content().isEqualTo("three\n");
  }

  @Test
  void leavesAFolderAloneThatHasItsName() throws IOException {
    Path taken = Files.createDirectory(folder.resolve("log"));

    assertThatThrownBy(() -> append(file(1, 2), "one")).isInstanceOf(IOException.class);

    assertThat(taken).isDirectory();
    assertThat(folder.resolve("log.1")).doesNotExist();
  }

  private RotatingFile file(long maxSize, int maxFiles) {
    return new RotatingFile(folder.resolve("log"), maxSize, maxFiles);
  }

  private static void append(RotatingFile file, String... lines) throws IOException {
    for (String line : lines) {
      file.append(line(line));
    }
  }

  private String content(String name) throws IOException {
    return Files.readString(folder.resolve(name));
  }

  private static byte[] line(String text) {
    return (text + "\n").getBytes(StandardCharsets.UTF_8);
  }
}
