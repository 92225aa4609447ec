package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.response.Messages;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.targets.config.SentinelConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The messages in {@code docs/configuration.md} are those that the model reads. */
class MessageStylesPageTest {

  @ParameterizedTest
  @ValueSource(strings = {"terse", "evidence"})
  void showsTheWarningOfEachStyle(String style) throws IOException {
    assertThat(page()).contains("| `%s` | %s |".formatted(style, warningOf(style)));
  }

  @Test
  void showsWhatAlternativesAddToTheEvidence() throws IOException {
    String evidence = warningOf("evidence");
    String alternatives = warningOf("alternatives");

    assertThat(alternatives).startsWith(evidence);
    assertThat(page())
        .contains(
            "| `alternatives` | the same, and:" + alternatives.substring(evidence.length()) + " |");
  }

  /** Returns the warning about a missing compiler, in a session that has read two files. */
  private static String warningOf(String style) {
    SentinelConfig config = Configs.valid("sentinel: {default: {message_style: " + style + "}}");
    LoopEngine engine =
        new LoopEngine(config.engine(), new Fingerprinter(FieldAccess.toOpenPackages()));
    call(engine, "list_files", "path", ".", "Main.java pom.xml");
    call(engine, "read_file", "path", "Main.java", "class Main {}");
    String warning = "";
    for (int i = 0; i < 3; i++) {
      warning =
          call(engine, "bash", "command", "javac Main.java", "bash: javac: command not found");
    }
    return warning;
  }

  private static String call(
      LoopEngine engine, String tool, String name, String value, String result) {
    ToolCall call = engine.identify(tool, "{\"%s\": \"%s\"}".formatted(name, value));
    Decision decision = engine.judge("s", call);
    Decision.Found found = engine.outcome(Objects.requireNonNull(decision.recorded()), result);
    return found == null ? "" : Messages.warning(engine.report("s", call, found.decisive()));
  }

  private static String page() throws IOException {
    return Files.readString(Configs.inRepository("docs/configuration.md").toPath());
  }
}
