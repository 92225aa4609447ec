package io.loopsentinel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The output of each command with {@code --help}. */
class CommandHelpTest {

  private static final Pattern EXAMPLES =
      Pattern.compile("\\R\\RExample:\\R(  java -jar loop-sentinel\\.jar .*\\R)+$");
  private static final Pattern EXAMPLE =
      Pattern.compile("(?m)^  java -jar loop-sentinel\\.jar (.*)$");

  /** Reused, because it takes longer to build than all tests take. */
  private static final CommandLine LINE = LoopSentinelCommand.commandLine();

  private static final Pattern WORD = Pattern.compile("\"[^\"]*\"|\\S+");

  @ParameterizedTest
  @MethodSource("commands")
  void endsWithAnExampleThatCanBeRun(String command) {
    String help = help(command);

    assertThat(help).containsPattern(EXAMPLES);
    List<String> examples =
        EXAMPLE.matcher(help).results().map((MatchResult example) -> example.group(1)).toList();
    for (String example : examples) {
      CommandLine.ParseResult parsed = LINE.parseArgs(words(example));
      assertThat(parsed.subcommand().commandSpec().name()).isEqualTo(command);
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void tellsTheExitCodes(String command) {
    assertThat(help(command))
        .containsPattern("\\R\\RExit codes:\\R +0 +\\w")
        .containsPattern("\\R +2 +wrong usage");
  }

  @ParameterizedTest
  @ValueSource(strings = {"check", "replay", "report"})
  void namesNoOptionThatItsPageLeavesOut(String command) throws IOException {
    String page = Files.readString(Path.of("../docs", command + ".md"));
    CommandLine.ParseResult parsed = LINE.parseArgs(command, "--help");

    assertThat(parsed.subcommand().commandSpec().options())
        .filteredOn(option -> !option.usageHelp())
        .hasSizeGreaterThan(3)
        .allSatisfy(
            option ->
                assertThat(page).containsPattern("(?m)^\\| .*`" + option.longestName() + "[ `]"));
  }

  static Set<String> commands() {
    return LINE.getSubcommands().keySet();
  }

  /** A shell takes what stands in quotes for one word. */
  private static String[] words(String example) {
    return WORD.matcher(example).results().map(MatchResult::group).toArray(String[]::new);
  }

  private static String help(String command) {
    StringWriter out = new StringWriter();
    assertThat(LINE.setOut(new PrintWriter(out)).execute(command, "--help")).isZero();
    return out.toString();
  }
}
