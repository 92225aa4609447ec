package io.loopsentinel.tools.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.fixture.flow.Toolbox;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The value passed to a tool is its arguments, under any name. */
class ArgumentsByFlowTest {

  @TempDir private Path folder;

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "callChecked, arg2",
    "callRaw, arg2",
    "callLogged, arg2",
    "callWithExtras, arg0.body()",
    "callByHelper, arg2",
    "callFound, arg2",
    "callWrapped, arg1"
  })
  void readsTheArgumentsPassedToTheTool(String method, String args) throws IOException {
    Path jar =
        Fixtures.jar(
            folder.resolve("toolbox.jar"),
            "",
            Toolbox.class,
            Toolbox.Tool.class,
            Toolbox.Call.class,
            Toolbox.Helper.class);

    String out = InspectInvocation.of("--all", "--kind", "tool", jar.toString()).out();

    assertThat(
            Pattern.compile("method: " + method + "\\b.*?args: (\\S+)", Pattern.DOTALL)
                .matcher(out)
                .results()
                .map(found -> found.group(1)))
        .containsExactly(args);
  }
}
