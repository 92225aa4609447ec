package io.loopsentinel.tools.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.fixture.Agent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples in docs/inspect.md match the output of the command. */
class InspectDocumentationTest {

  private static final Path PAGE = Path.of("../docs/inspect.md");
  private static final Pattern EXAMPLE =
      Pattern.compile(
          "```console\n\\$ java -jar loop-sentinel.jar inspect --kind run app.jar\n((?s).*?)```");
  private static final Pattern OPTION = Pattern.compile("(?m)^ +--[a-z-]+");

  @TempDir private Path folder;

  @Test
  void exampleMatchesTheOutput() throws IOException {
    Path jar = Fixtures.jar(folder.resolve("app.jar"), "");
    Matcher example = EXAMPLE.matcher(Files.readString(PAGE));

    assertThat(example.find()).isTrue();
    assertThat(InspectInvocation.of("--kind", "run", jar).out())
        .isEqualTo(example.group(1).replace("com.acme.agent", Agent.class.getPackageName()));
  }

  @Test
  void describesEveryOption() throws IOException {
    String page = Files.readString(PAGE);

    assertThat(
            OPTION.matcher(InspectInvocation.of("--help").out()).results().map(MatchResult::group))
        .hasSize(3)
        .allSatisfy(option -> assertThat(page).contains("| `" + option.strip()));
  }
}
