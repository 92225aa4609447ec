package io.loopsentinel.agent.command.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/check.md shows is what the command prints. */
class CheckDocumentationTest {

  private static final Path PAGE = Path.of("../docs/check.md");
  private static final Pattern CONFIGURATION = Pattern.compile("```yaml\n((?s).*?)```");
  private static final Pattern EXAMPLE =
      Pattern.compile(
          "```console\n\\$ java -jar loop-sentinel.jar check -c sentinel-config.yaml app.jar\n"
              + "((?s).*?)```");
  private static final Pattern OPTION = Pattern.compile("(?m)^ .*(--(?!help)[a-z-]+)");

  @TempDir private Path folder;

  @Test
  void theExampleIsWhatIsPrinted() throws IOException {
    String page = Files.readString(PAGE).replace("com.acme.desk", "DESK");
    Matcher configuration = CONFIGURATION.matcher(page);
    Matcher example = EXAMPLE.matcher(page);
    assertThat(configuration.find()).isTrue();
    assertThat(example.find()).isTrue();

    CheckInvocation check =
        CheckInvocation.of(
            folder,
            configuration.group(1),
            ClassFolder.of(folder.resolve("classes"), ClassFolder.ALL));

    assertThat(check).isEqualTo(new CheckInvocation(1, example.group(1), ""));
  }

  @Test
  void everyOptionIsTold() throws IOException {
    String page = Files.readString(PAGE);

    assertThat(
            OPTION
                .matcher(CheckInvocation.of("--help").out())
                .results()
                .map((MatchResult option) -> option.group(1)))
        .hasSize(3)
        .allSatisfy(option -> assertThat(page).containsPattern("\\| `(-c`, `)?" + option + "[ `]"));
  }
}
