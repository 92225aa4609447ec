package io.loopsentinel.agent.budget;

import io.loopsentinel.agent.telemetry.LocatedFailure;
import io.loopsentinel.engine.api.StateStore;
import io.loopsentinel.engine.identity.Fingerprint;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A file of two lines: the SHA-256 of the second, and a text.
 *
 * <p>It is replaced as a whole, so a JVM that is killed leaves a file that can be read. Each JVM
 * needs one of its own.
 *
 * @param failures told of a file that cannot be read
 */
record StateFile(Path file, Consumer<Throwable> failures) implements StateStore {

  @Override
  public @Nullable String read() {
    if (!Files.exists(file)) {
      return null;
    }
    try {
      List<String> lines = Files.readAllLines(file);
      if (lines.size() != 2 || !lines.get(0).equals(Fingerprint.of(lines.get(1)).toHex())) {
        throw new IOException("its checksum does not fit");
      }
      return lines.get(1);
    } catch (IOException | RuntimeException e) {
      putAside(e);
      return null;
    }
  }

  private void putAside(Exception reason) {
    Path aside = file.resolveSibling(file.getFileName() + ".broken");
    try {
      Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      reason.addSuppressed(e);
    }
    failures.accept(
        new LocatedFailure(
            toString(),
            "cannot be read: its checksum does not fit",
            "budgets begin anew; it is kept as " + aside.getFileName(),
            reason));
  }

  @Override
  public void write(String state) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(next);
    // The folder's own rules hold where the file system knows no owner, as on Windows.
    if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createFile(
          next, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    byte[] lines =
        (Fingerprint.of(state).toHex() + "\n" + state + "\n").getBytes(StandardCharsets.UTF_8);
    // Not a channel, which an interrupt of the thread would close.
    try (RandomAccessFile out = new RandomAccessFile(next.toFile(), "rw")) {
      out.write(lines);
      out.getFD().sync();
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public String toString() {
    return "budgets_state " + file;
  }
}
