package io.loopsentinel.tools.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.fixture.fluent.ChatModel;
import io.loopsentinel.fixture.fluent.LockedChatModel;
import io.loopsentinel.fixture.fluent.Request;
import io.loopsentinel.fixture.fluent.Response;
import io.loopsentinel.targets.config.ConfigLoader;
import io.loopsentinel.targets.config.ConfigResult.Loaded;
import io.loopsentinel.targets.config.Profiles;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Active targets only read. */
class ReadOnlyProposalsTest {

  @TempDir private Path folder;

  @Test
  void aMemberThatSendsARequestIsInNoTargetInForce() throws IOException {
    String yaml = yaml(ChatModel.class, Request.class, Response.class);

    assertThat(yaml)
        .contains("is a comment: calls Request.call(), which is not known to be read-only")
        .contains("# - name: turn-1")
        .contains("#   text: return.call()?.text()");
    assertThat(
            ((Loaded) new ConfigLoader(Profiles.shipped()).read(yaml, "printed"))
                .config()
                .targets())
        .isEmpty();
  }

  @Test
  void aMemberThatTakesALockIsInNoTargetInForce() throws IOException {
    assertThat(yaml(LockedChatModel.class, LockedChatModel.Answer.class))
        .contains("is a comment: calls Answer.text(), which is not known to be read-only")
        .contains("# - name: turn-1")
        .contains("targets: []");
  }

  private String yaml(Class<?>... types) throws IOException {
    return InspectInvocation.of(
            "--all", Fixtures.jar(folder.resolve("a.jar"), "", types).toString())
        .out();
  }
}
