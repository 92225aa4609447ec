package io.loopsentinel.tools.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.loopsentinel.fixture.Agent;
import io.loopsentinel.fixture.Model;
import io.loopsentinel.targets.config.ConfigLoader;
import io.loopsentinel.targets.config.ConfigResult.Loaded;
import io.loopsentinel.targets.config.Profiles;
import io.loopsentinel.targets.config.Reading;
import io.loopsentinel.targets.config.SourceExpression;
import io.loopsentinel.targets.config.TargetKind;
import io.loopsentinel.targets.config.TargetSpec;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The output is a valid configuration that guards the right methods. */
class ProposedTargetsTest {

  private static final String OUTPUT = "io.loopsentinel.fixture.Output";

  @TempDir private Path folder;

  @Test
  void provenTargetsOfEachKindAreActive() throws IOException {
    assertThat(targets())
        .extracting(TargetSpec::kind, TargetSpec::type, target -> target.method().text())
        .containsExactly(
            tuple(TargetKind.TOOL, Agent.class.getName(), "dispatch"),
            tuple(TargetKind.TURN, Model.class.getName(), "complete"),
            tuple(TargetKind.RUN, Agent.class.getName(), "ask"));
  }

  @Test
  void readsEachPieceOfAStreamedAnswer() {
    URL streamed = getClass().getResource("/com/acme/shapes/streamed");

    assertThat(InspectInvocation.of(Objects.requireNonNull(streamed).getPath()).out())
        .contains("text: 'return[*].text()'")
        .contains("input_tokens: 'return[*].promptTokens()'");
  }

  @Test
  void readsAToolCallAndBuildsItsResult() throws IOException {
    TargetSpec tool = targets().get(0);

    assertThat(text(tool.readings().get(Reading.TOOL_NAME))).isEqualTo("arg0.name()");
    assertThat(text(tool.readings().get(Reading.ARGS))).isEqualTo("arg0.arguments()");
    assertThat(text(tool.readings().get(Reading.SESSION))).isEqualTo("run ?? shared(thread)");
    assertThat(text(tool.readings().get(Reading.OUTPUT))).isEqualTo("return.text()");
    assertThat(text(tool.readings().get(Reading.FAILED))).isEqualTo("return.isError()");
    assertThat(text(tool.readings().get(Reading.RESULT))).isEqualTo(OUTPUT + "::failure(message)");
  }

  @Test
  void readsATurn() throws IOException {
    TargetSpec turn = targets().get(1);

    assertThat(text(turn.readings().get(Reading.TEXT))).isEqualTo("return.text()");
    assertThat(text(turn.readings().get(Reading.INPUT_TOKENS))).isEqualTo("return.promptTokens()");
    assertThat(text(turn.readings().get(Reading.OUTPUT_TOKENS)))
        .isEqualTo("return.completionTokens()");
  }

  @Test
  void aRunIsASessionOfItsOwn() throws IOException {
    assertThat(targets().get(2).readings().get(Reading.SESSION)).isNull();
  }

  @Test
  void anAsynchronousResultIsBuiltAsTheValueInside() throws IOException {
    String yaml = yaml();

    assertThat(yaml.substring(yaml.indexOf("#   method: dispatchLater")))
        .contains("#   result: " + OUTPUT + "::failure(message)");
  }

  @Test
  void eachCandidateComesWithItsReasons() throws IOException {
    assertThat(yaml())
        .contains("takes a possible tool name (arg0.name()) and arguments (arg0.arguments())")
        .contains("+12 looks up that name in a Map")
        .contains("+12 and calls the object that it finds")
        .contains("+12 contains an error message about a tool")
        .contains("+8 is called in a loop")
        .contains("+20 its result has token counts (return.promptTokens())")
        .contains("+30 calls the model and its tools in one loop");
  }

  private List<TargetSpec> targets() throws IOException {
    Loaded loaded =
        (Loaded) new ConfigLoader(Profiles.shipped()).read(yaml(), "what inspect printed");
    assertThat(loaded.warnings()).isEmpty();
    return loaded.config().targets();
  }

  private String yaml() throws IOException {
    return InspectInvocation.of("--all", Fixtures.jar(folder.resolve("a.jar"), "").toString())
        .out();
  }

  private static @Nullable String text(@Nullable SourceExpression expression) {
    return expression == null ? null : expression.expression().source();
  }
}
