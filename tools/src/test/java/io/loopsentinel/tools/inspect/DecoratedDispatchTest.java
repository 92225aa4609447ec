package io.loopsentinel.tools.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Of a dispatch that does not tell its run, what decorates it and does is in force. */
class DecoratedDispatchTest {

  @Test
  void theContextOfTheRunIsTheSession() {
    String name = "/com/acme/shapes/runcontexts";
    Path folder =
        Path.of(Objects.requireNonNull(DecoratedDispatchTest.class.getResource(name)).getPath());

    assertThat(InspectInvocation.of(folder.toString()).out())
        .contains("forwards calls to com.acme.shapes.runcontexts.Environment.executeTool")
        .contains("\n      type: com.acme.shapes.runcontexts.RunEnvironment\n")
        .contains("\n      session: '[this.context.runId(), identity(this.context)]'\n");
  }
}
