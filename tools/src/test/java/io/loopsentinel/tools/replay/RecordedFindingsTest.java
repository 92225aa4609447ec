package io.loopsentinel.tools.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * Every finding of the shipped defaults in 757 recorded runs, compared with those of the time when
 * they were last looked through, so that no change of the rules goes unseen.
 *
 * <p>{@code findings.txt} has a line for each run with findings, its file and its id, and below it
 * a line for each finding: the index of the call, the detector, the action and the count, as {@code
 * replay --json -} tells them. Where it changes, whoever changes it reads the runs.
 */
@Tag("slow")
@EnabledIf(
    value = "io.loopsentinel.tools.replay.Recordings#arePresent",
    disabledReason = Recordings.MISSING)
class RecordedFindingsTest {

  @Test
  void areThoseThatWereLookedThrough() throws IOException {
    List<String> before = recorded();

    List<String> now = findings();

    assertThat(differences(before, now)).isEmpty();
  }

  /** Returns each finding that is on one side only, with its run. */
  private static List<String> differences(List<String> before, List<String> now) {
    List<String> gone = without(before, now);
    List<String> added = without(now, before);
    return Stream.concat(
            gone.stream().map(line -> "no longer found: " + line),
            added.stream().map(line -> "newly found: " + line))
        .toList();
  }

  private static List<String> without(List<String> lines, List<String> others) {
    List<String> rest = new ArrayList<>(lines);
    others.forEach(rest::remove);
    return rest;
  }

  private static List<String> recorded() throws IOException {
    List<String> findings = new ArrayList<>();
    String run = "";
    for (String line : Files.readAllLines(Path.of("src/test/resources/findings.txt"))) {
      if (line.startsWith("  ")) {
        findings.add(run + line.substring(1));
      } else {
        run = line;
      }
    }
    return findings;
  }

  private static List<String> findings() throws IOException {
    Invocation replay =
        Invocation.of(
            "--json",
            "-",
            trace("agentdojo-luna"),
            trace("claude-code-terminal"),
            trace("kimi-terminal"),
            trace("mini-terminal"),
            trace("swe-agent-java"),
            trace("tau-airline"));
    assertThat(replay.exitCode()).as(replay.err()).isZero();
    List<String> findings = new ArrayList<>();
    for (JsonNode run : new ObjectMapper().readTree(replay.out()).get("runs")) {
      for (JsonNode finding : run.get("findings")) {
        findings.add(
            String.join(
                " ",
                run.get("file").asText(),
                run.get("id").asText(),
                finding.get("call").asText(),
                finding.get("detector").asText(),
                finding.get("rung").asText(),
                finding.get("count").asText()));
      }
    }
    return findings;
  }

  private static String trace(String name) {
    return Recordings.file(name + ".jsonl.gz").getPath();
  }
}
