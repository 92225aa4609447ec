package io.loopsentinel.it.release;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The signatures of a release that is built with a key. */
class SignaturesIT {

  static final List<String> MODULES = Release.MODULES;

  @BeforeAll
  static void needGpg() {
    assumeTrue(SigningKey.canBeMade(), "there is no gpg on the path");
  }

  @ParameterizedTest
  @FieldSource("MODULES")
  void areThoseOfTheKey(String module) {
    Path home = Release.newFolder("verifying");
    gpg(home, "--import", Release.publicKey().toString());

    for (String ending :
        List.of(".jar", "-sources.jar", "-javadoc.jar", "-cyclonedx.json", ".pom")) {
      Path file = Release.first().published(module, ending);
      gpg(home, "--verify", file + ".asc", file.toString());
    }
  }

  /** What only reads needs no agent, which would have to be ended. */
  private static void gpg(Path home, String... arguments) {
    List<String> command = new ArrayList<>(List.of("gpg", "--batch", "--no-autostart"));
    command.addAll(List.of(arguments));
    Command.run(home, Map.of("GNUPGHOME", home.toString()), command).successful();
  }
}
