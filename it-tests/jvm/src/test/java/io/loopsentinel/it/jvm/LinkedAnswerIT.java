package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.harness.RunningProgram;
import io.loopsentinel.it.jvm.program.TypedProgram;
import java.io.File;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import org.junit.jupiter.api.io.TempDir;

/** A call that waits, and the links of its alert. */
@FullMatrix
class LinkedAnswerIT {

  private static final String PROXY = "https://ops.example/sentinel";
  private static final String CONFIG =
      """
      sentinel:
        profiles: none
        overrides: {pay: {threshold: 1, escalation: [ask, abort]}}
        ask: {timeout: 1h}
        targets:
          - {name: pay, kind: tool, type: TYPE, method: dispatch, session: arg0, tool: arg1, args: arg2}
        telemetry:
          log: debug
          page: {port: 0}
          audit: {file: "AUDIT", calls: true}
          webhooks:
            - {url: "${LINKED}", answer_links: "https://ops.example/sentinel"}
            - {url: "${OTHER}"}
      """;

  @TempDir private File folder;

  @OnEachJdk(17)
  void runsByTheButtonThatALinkLeadsTo(Jdk jdk) throws Exception {
    File audit = new File(folder, "audit.jsonl");
    String config =
        CONFIG
            .replace("TYPE", TypedProgram.class.getName())
            .replace("AUDIT", audit.getPath().replace('\\', '/'));
    try (AlertReceiver receiver = AlertReceiver.answering();
        AlertReceiver other = AlertReceiver.answering();
        RunningProgram program =
            JavaProgram.ofMain(TypedProgram.class)
                .on(jdk)
                .environment("LINKED", receiver.address())
                .environment("OTHER", other.address())
                .agentConfig(folder, config)
                .start()) {
      URI page = Served.page(program);
      program.type("c-7 pay 5");
      program.type("c-7 pay 5");
      JsonNode alert = receiver.json();
      URI link = link(page, alert.at("/answer_links/run").asText());

      HttpResponse<String> seen = Served.send("GET", link);
      boolean waits = !program.standardOutput().contains("c-7 pay 5: nothing\nc-7 pay 5: ");
      HttpResponse<String> answered = Served.send("POST", link);
      HttpResponse<String> again = Served.send("POST", link);
      program.closeInput();
      ProgramResult result = program.await(Programs.LIMIT);

      assertThat(seen.statusCode()).isEqualTo(200);
      assertThat(seen.body()).contains("<dt>question<dd>1", "Let it run");
      assertThat(waits).isTrue();
      assertThat(answered.statusCode()).isEqualTo(200);
      assertThat(again.statusCode()).isEqualTo(409);
      assertThat(result.standardOutput().lines().filter("c-7 pay 5: nothing"::equals)).hasSize(2);
      assertThat(result.agentLines()).contains("question 1: answered run, by link");
      assertThat(Files.readString(audit.toPath()))
          .contains("\"answer\":\"run\",\"by\":\"by link\"")
          .doesNotContain("ops.example", "/link/");
      assertThat(result.standardError()).doesNotContain("ops.example", "/link/");
      assertThat(other.json().has("answer_links")).isFalse();
    }
  }

  /** Takes a link where the proxy would send it. */
  private static URI link(URI page, String link) {
    assertThat(link).startsWith(PROXY + "/link/");
    return page.resolve(link.substring(PROXY.length()));
  }
}
