package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.harness.RunningProgram;
import io.loopsentinel.it.jvm.program.OpeningProgram;
import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls of several users that wait for a person at the same time. */
@FullMatrix
class WaitingUsersIT {

  private static final String CONFIG =
      """
      sentinel:
        profiles: none
        overrides: {pay: {threshold: 1, escalation: [ask, hint, abort]}}
        ask: {timeout: TIMEOUT}
        targets:
          - {name: pay, kind: tool, type: TYPE, method: dispatch, session: arg0, tool: arg1, args: arg2, labels: {user: {value: arg0, plain: true}}}
        telemetry:
          include_arguments: true
          redact: [iban]
          page: {port: 0}
          audit: {file: "AUDIT"}
          webhooks:
            - {url: "${JSON}", answer_links: "http://127.0.0.1:1"}
            - {url: "${SLACK}", format: slack}
            - {url: "${DISCORD}", format: discord}
      """;

  @TempDir private File folder;

  @Test
  void areToldApartByTheirUserArgumentsAndDeadline() throws Exception {
    File audit = new File(folder, "audit.jsonl");
    try (AlertReceiver json = AlertReceiver.answering();
        AlertReceiver slack = AlertReceiver.answering();
        AlertReceiver discord = AlertReceiver.answering();
        RunningProgram program = start("15s", audit, json, slack, discord)) {
      URI page = Served.page(program);
      for (String call : List.of("ann pay 5", "bob pay 70", "eve pay 900")) {
        program.type(call);
        program.awaitOutput(text -> text.contains(call + ": done"), Programs.LIMIT);
      }

      program.type("ann pay 5");
      program.type("bob pay 70");
      Map<String, JsonNode> alerts = new HashMap<>();
      for (int i = 0; i < 2; i++) {
        JsonNode alert = alert(json);
        alerts.put(alert.at("/labels/user").asText(), alert);
      }
      JsonNode anns = Objects.requireNonNull(alerts.get("ann"));
      JsonNode bobs = Objects.requireNonNull(alerts.get("bob"));
      String annsPage = send("GET", page, anns);
      String bobsPage = send("GET", page, bobs);
      String answered = send("POST", page, anns);
      program.awaitOutput(text -> text.contains("bob pay 70: loop"), Programs.LIMIT);
      String late = send("GET", page, bobs);
      String state = Served.get(page.resolve("/state"));

      assertThat(anns.at("/arguments").asText()).contains("\"amount\":\"5\"").doesNotContain("DE-");
      assertThat(anns.at("/fallback").asText()).isEqualTo("hint");
      for (AlertReceiver people : List.of(slack, discord)) {
        assertThat(people.next().replace("\\", "") + people.next().replace("\\", ""))
            .contains("user: ann", "user: bob", "\"amount\":\"5\"", "\"amount\":\"70\"")
            .contains(", then hint")
            .doesNotContain("DE-SECRET");
      }
      assertThat(annsPage)
          .contains("<h2>pay called again", "<dt>user<dd>ann", "&quot;amount&quot;:&quot;5&quot;")
          .contains(
              "<dt>waits until<dd>"
                  + anns.at("/expires").asText().substring(0, 19).replace('T', ' '),
              "nobody answers<dd>The model gets a hint")
          .doesNotContain("bob", "DE-SECRET");
      assertThat(bobsPage).contains("<dt>user<dd>bob", "&quot;70&quot;").doesNotContain("ann");
      assertThat(answered).contains("Answered: run");
      assertThat(late).contains("Nobody answered question", "Done instead: hint");
      JsonNode unanswered = finding(state, "bob");
      assertThat(unanswered.path("answer").isMissingNode()).isTrue();
      assertThat(unanswered.path("by").asText()).isEqualTo("the time is up");
      assertThat(unanswered.path("action").asText()).isEqualTo("hint");
      assertThat(finding(state, "ann").path("answer").asText()).isEqualTo("run");
      program.closeInput();
      ProgramResult result = program.await(Programs.LIMIT);
      assertThat(result.agentLines())
          .anyMatch(line -> line.contains("call of pay in session ann, user ann waits"))
          .anyMatch(line -> line.contains(": nobody answered (the time is up); done: hint"))
          .noneMatch(line -> line.contains("amount"));
      assertThat(Files.readString(audit.toPath()))
          .contains("\"fallback\":\"hint\",\"by\":\"the time is up\"")
          .contains("\"fallback\":\"hint\",\"answer\":\"run\",\"by\":\"by link\"");
    }
  }

  private RunningProgram start(
      String timeout, File audit, AlertReceiver json, AlertReceiver slack, AlertReceiver discord) {
    String config =
        CONFIG
            .replace("TYPE", OpeningProgram.class.getName())
            .replace("TIMEOUT", timeout)
            .replace("AUDIT", audit.getPath().replace('\\', '/'));
    return JavaProgram.ofMain(OpeningProgram.class)
        .environment("JSON", json.address())
        .environment("SLACK", slack.address())
        .environment("DISCORD", discord.address())
        .agentConfig(folder, config)
        .start();
  }

  /** Returns the next alert of a call that waits. */
  private static JsonNode alert(AlertReceiver receiver) throws Exception {
    while (true) {
      JsonNode alert = receiver.json();
      if (alert.at("/type").asText().equals("call.waiting")) {
        return alert;
      }
    }
  }

  private static JsonNode finding(String state, String user) throws Exception {
    for (JsonNode each : new ObjectMapper().readTree(state).get("findings")) {
      if (each.at("/labels/user").asText().equals(user)) {
        return each;
      }
    }
    throw new AssertionError("no finding of " + user + " in " + state);
  }

  private static String send(String method, URI page, JsonNode alert) throws Exception {
    URI link = URI.create(alert.at("/answer_links/run").asText());
    return Served.send(method, page.resolve(link.getPath())).body();
  }
}
