package io.loopsentinel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the command line prints without a command, and for mistakes. */
class CommandLineTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void showsTheFirstStepsWithoutArguments() {
    assertThat(run()).isZero();

    assertThat(out.toString()).contains("-javaagent:loop-sentinel.jar").hasLineCount(13);
    assertThat(commandsNamedIn(out.toString()))
        .containsExactly("demo", "init", "check", "list", "help");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void helpListsAllCommands() {
    assertThat(run("help")).isZero();

    assertThat(out.toString())
        .contains(LoopSentinelCommand.commandLine().getSubcommands().keySet());
  }

  @Test
  void helpExplainsACommand() {
    assertThat(run("help", "check")).isZero();

    assertThat(out.toString()).contains("Usage: loop-sentinel check");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      textBlock =
          """
          foo,              "Unmatched argument at index 0: 'foo'",       loop-sentinel.jar --help
          chekc,            "Unmatched argument at index 0: 'chekc'",     Did you mean: loop-sentinel check
          check,            "Missing required parameter: 'PATHS'",        loop-sentinel.jar check --help
          check --bogus .,  "Unknown option: '--bogus'",                  loop-sentinel.jar check --help
          budget raise 1,   "Missing required options",                  loop-sentinel.jar budget raise --help
          """)
  void answersAMistakeInTwoLines(String arguments, String mistake, String help) {
    assertThat(run(arguments.split(" "))).isEqualTo(2);

    assertThat(err.toString()).startsWith(mistake).contains(help).hasLineCount(2);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void printsTheSchemaOfTheConfiguration() throws Exception {
    assertThat(run("schema")).isZero();

    assertThat(out.toString())
        .isEqualTo(Files.readString(new File("../sentinel-config.schema.json").toPath()));
    JsonNode schema = new ObjectMapper().readTree(out.toString());
    assertThat(schema.path("$id").asText()).isNotEmpty();
  }

  private int run(String... arguments) {
    return LoopSentinelCommand.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }

  private static List<String> commandsNamedIn(String text) {
    return Pattern.compile("(?m)^  (\\w+) ")
        .matcher(text)
        .results()
        .map((MatchResult line) -> line.group(1))
        .filter(word -> !word.equals("java"))
        .toList();
  }
}
