package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.ServiceInstance;
import io.loopsentinel.agent.telemetry.audit.AuditLog;
import io.loopsentinel.targets.config.ConfigResult;
import io.loopsentinel.targets.config.TelemetrySettings.Audit;
import io.loopsentinel.targets.load.ConfigLoader;
import io.loopsentinel.targets.load.Profiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages about events name every type and member; integration tests compare the examples. */
class EventsPageTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern CONFIGURATION = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

  private static final String CONFIG =
      """
      sentinel:
        targets:
          - {name: acme-turn, kind: turn, type: TYPE, method: ask, session: '"c-7"', text: return}
          - {name: acme-dispatch, kind: tool, type: TYPE, method: dispatch, session: '"c-7"', tool: arg0, args: arg1}
          - {name: acme-run, kind: run, type: TYPE, method: answer, session: '"c-7"'}
      """;

  @TempDir private Path folder;

  /** A model, its tools and what goes round between them. */
  interface Agent {
    String ask(String message);

    String dispatch(String tool, Map<String, Object> arguments);

    String answer(String question);
  }

  @Test
  void showsConfigurationsThatCanBeRead() throws IOException {
    Map<String, String> environment =
        Map.of("SLACK_URL", "https://hooks.example.com/x", "ALERT_TOKEN", "secret");
    List<String> shown =
        CONFIGURATION.matcher(page()).results().map(match -> match.group(1)).toList();

    assertThat(shown).hasSize(4);
    for (String yaml : shown) {
      Path file = Files.writeString(folder.resolve("sentinel-config.yaml"), yaml);
      ConfigResult result =
          new ConfigLoader(Profiles.shipped()).load(file.toString(), Map.of(), environment);
      assertThat(result).as(yaml).isInstanceOf(ConfigResult.Loaded.class);
    }
  }

  @Test
  void namesEveryTypeAndMember() throws Exception {
    String page = page();

    for (LoopEvent.Type type : LoopEvent.Type.values()) {
      assertThat(page).contains("| `" + type.text() + "` |");
    }
    for (String line : written()) {
      for (String member : members(JSON.readTree(line))) {
        assertThat(page).containsPattern("`" + member + "`|\"" + member + "\"");
      }
    }
  }

  private List<String> written() throws Exception {
    Path file = folder.resolve("audit.jsonl");
    GuardedCalls calls = GuardedCalls.of(Agent.class, CONFIG);
    calls
        .telemetry()
        .events()
        .add(
            new AuditLog(
                file.toFile(),
                new Audit(Optional.empty(), true, 1 << 20, 1),
                "0.1.0",
                () -> new ServiceInstance("shop", "host-1", 42),
                calls.telemetry().failures()));
    calls.call(
        "answer",
        () -> {
          for (int i = 0; i < 4; i++) {
            calls.call("ask", () -> "I look for it", "hi");
            calls.call("dispatch", () -> "nothing", "search", Map.of("q", "loops"));
          }
          return "done";
        },
        "question");
    calls.telemetry().events().close(Duration.ofMinutes(1));
    return Files.readAllLines(file).stream()
        .map(line -> line.replace("\"run\":\"c-7\",", ""))
        .toList();
  }

  private static List<String> members(JsonNode line) {
    List<String> names = new ArrayList<>();
    line.fieldNames().forEachRemaining(names::add);
    if (line.has("result")) {
      line.get("result").fieldNames().forEachRemaining(names::add);
    }
    return names;
  }

  private static String page() throws IOException {
    StringBuilder text = new StringBuilder();
    for (String name : List.of("events", "audit-log", "alerts", "management")) {
      text.append(Files.readString(Path.of("../docs", name + ".md")));
    }
    return text.toString();
  }
}
