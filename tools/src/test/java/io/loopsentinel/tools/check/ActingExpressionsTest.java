package io.loopsentinel.tools.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.fixture.fluent.ChatModel;
import io.loopsentinel.fixture.fluent.LockedChatModel;
import io.loopsentinel.fixture.fluent.Request;
import io.loopsentinel.fixture.fluent.Response;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An expression that may act, and not only read, is warned of with its place. */
class ActingExpressionsTest {

  @TempDir private Path folder;

  @Test
  void warnsOfAMemberThatSendsARequest() throws IOException {
    CheckInvocation check = checkTurn("return.call().text()");

    assertThat(check.out())
        .contains(
            "  warning       calls Request.call(), which is not known to be read-only"
                + " (sentinel-config.yaml:4:")
        .endsWith("1 method would be guarded, no problem.\n");
    assertThat(check.exitCode()).isZero();
  }

  @Test
  void warnsOfItBehindAName() throws IOException {
    assertThat(checkTurn("return.call.text").out())
        .contains("calls Request.call(), which is not known to be read-only");
  }

  @Test
  void passesOverMembersThatOnlyRead() throws IOException {
    assertThat(checkTurn("return.messages[0]").out()).doesNotContain("warning");
  }

  @Test
  void warnsOfAMemberThatTakesALock() throws IOException {
    CheckInvocation check =
        CheckInvocation.ofTarget(
            folder,
            "name: t, kind: turn, type: %s, method: complete, session: instance, text: return.text"
                .formatted(LockedChatModel.class.getName()),
            ClassFolder.of(
                folder.resolve("locked"),
                List.of(LockedChatModel.class, LockedChatModel.Answer.class)));

    assertThat(check.out()).contains("calls Answer.text(), which is not known to be read-only");
  }

  @Test
  void ignoresMethodsThatBuildAResult() throws IOException {
    CheckInvocation check =
        CheckInvocation.ofTarget(
            folder,
            "name: t, kind: tool, type: "
                + ChatModel.class.getName()
                + ", method: generate, session: instance, tool: '\"t\"', args: arg0, result:"
                + " 'this.generate([message])'",
            classes());

    assertThat(check.out()).contains("hint").doesNotContain("\n  warning");
  }

  private CheckInvocation checkTurn(String text) throws IOException {
    return CheckInvocation.ofTarget(
        folder,
        "name: t, kind: turn, type: %s, method: generate, session: instance, text: '%s'"
            .formatted(ChatModel.class.getName(), text),
        classes());
  }

  private Path classes() throws IOException {
    return ClassFolder.of(
        folder.resolve("classes"), List.of(ChatModel.class, Request.class, Response.class));
  }
}
