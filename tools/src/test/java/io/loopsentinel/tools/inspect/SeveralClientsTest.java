package io.loopsentinel.tools.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Of two clients that lead to each other the one is in force that all calls go through. */
class SeveralClientsTest {

  @Test
  void theOneThatAnApplicationMayCallItselfIsInForce() {
    String name = "/com/acme/shapes/twoclients";
    Path folder =
        Path.of(Objects.requireNonNull(SeveralClientsTest.class.getResource(name)).getPath());

    assertThat(InspectInvocation.of(folder.toString()).out())
        .contains("\n      type: com.acme.shapes.twoclients.AsyncClient\n")
        .doesNotContain("\n      type: com.acme.shapes.twoclients.SyncClient\n");
  }
}
