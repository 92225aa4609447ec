package io.loopsentinel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The option {@code --json} of all commands. */
class JsonOptionTest {

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** The schema is JSON; the others print what a person or a shell reads. */
  @Test
  void isThereUnlessTheOutputIsFixed() {
    Set<String> without = new TreeSet<>();
    Collection<CommandLine> commands = LoopSentinelCommand.commandLine().getSubcommands().values();
    for (CommandLine each : commands) {
      Collection<CommandLine> parts = each.getSubcommands().values();
      boolean has =
          parts.isEmpty() ? hasOption(each) : parts.stream().allMatch(JsonOptionTest::hasOption);
      if (!has) {
        without.add(each.getCommandName());
      }
    }

    assertThat(without).containsExactly("generate-completion", "help", "schema", "version");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo --json",
        "attach 99999999 --json",
        "status 99999999 --json",
        "sessions 99999999 --json",
        "top 99999999 --json",
        "end 99999999 c-7 --json",
        "reset 99999999 c-7 --json",
        "tell 99999999 c-7 Cancelled. --json",
        "answer 99999999 7 run --json",
        "mode 99999999 observe --json",
        "reload 99999999 --json",
        "detach 99999999 --json",
        "budget list 99999999 --json",
        "budget raise 99999999 daily ann +5usd --for 2h --why demo --json",
        "status --json",
        "init --json missing.jar",
        "inspect missing.jar --json",
        "check --json - missing.jar",
        "check --json=- -c tools=1 .",
        "report missing.jsonl --json -",
        "replay missing.jsonl --json=-"
      })
  void givesTheErrorOfACommandThatFails(String line) throws JsonProcessingException {
    assertThat(run(line)).isNotZero();

    JsonNode printed = JSON.readTree(out.toString());
    assertThat(printed).hasSize(1);
    assertThat(err.toString()).startsWith(printed.path("error").asText("(none)"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "init target/test-classes --out FOLDER/c.yaml --json",
        "inspect target/test-classes --json",
        "check target/test-classes --json -",
        "report FOLDER/empty.jsonl --json FOLDER/report.json",
      })
  void printsOneDocumentOrNone(String line) throws Exception {
    Files.createFile(folder.resolve("empty.jsonl"));

    int unused = run(line.replace("FOLDER", folder.toString()));

    if (line.startsWith("report")) {
      assertThat(out.toString()).isEmpty();
    } else {
      assertThat(JSON.readTree(out.toString())).isNotEmpty();
    }
  }

  private static boolean hasOption(CommandLine command) {
    return command.getCommandSpec().findOption("--json") != null;
  }

  private int run(String line) {
    return LoopSentinelCommand.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(line.split(" "));
  }
}
