package io.loopsentinel.it.release;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A key to sign with that is thrown away, and gpg's agent that holds it. */
final class SigningKey implements AutoCloseable {

  private static final String OWNER = "release-test@example.com";
  private static final int MAX_ATTEMPTS = 1_000;

  private final Path home;

  private SigningKey(Path home) {
    this.home = home;
  }

  /** Returns whether the machine has gpg. */
  static boolean canBeMade() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .map(folder -> Path.of(folder, "gpg"))
        .anyMatch(Files::isExecutable);
  }

  /** Makes a key. Its folder has a short name: that of a socket in it may have some 100 bytes. */
  static SigningKey make() {
    try {
      SigningKey key = new SigningKey(Files.createTempDirectory("gpg"));
      key.gpg("--passphrase", "", "--quick-generate-key", OWNER, "ed25519", "sign", "never")
          .successful();
      return key;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the environment variables with which Maven finds this key. */
  Map<String, String> environment() {
    return Map.of("GNUPGHOME", home.toString());
  }

  String argument() {
    return "-Dgpg.keyname=" + OWNER;
  }

  /** Writes the public key to a file. */
  void exportTo(Path file) {
    gpg("--output", file.toString(), "--export", OWNER).successful();
  }

  @Override
  public void close() {
    Command.run(home, environment(), List.of("gpgconf", "--kill", "all")).successful();
    // Its agent removes its sockets as it ends, which may be while they are listed here.
    for (int i = 1; Files.exists(home); i++) {
      try (Stream<Path> files = Files.walk(home)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      } catch (IOException | UncheckedIOException e) {
        if (i == MAX_ATTEMPTS) {
          throw new IllegalStateException(e);
        }
      }
    }
  }

  private Command gpg(String... arguments) {
    List<String> command = new ArrayList<>(List.of("gpg", "--batch"));
    command.addAll(List.of(arguments));
    return Command.run(home, environment(), command);
  }
}
