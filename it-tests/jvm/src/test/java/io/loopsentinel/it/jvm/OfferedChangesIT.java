package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.jvm.program.TypedProgram;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.io.TempDir;

/**
 * The change to the configuration that the live page offers for what was stopped: it fits the file
 * as it is, and the same call passes with it.
 */
@FullMatrix
class OfferedChangesIT {

  private static final String BLOCK =
      """
      # Ours
      sentinel:
        profiles: none
        default:
          threshold: 3 # calls
        overrides:
          fetch:
            threshold: 2
            escalation: [hint, abort]
          "get_*": {threshold: 2, escalation: [hint, abort]} # looks
        budgets:
          - {name: daily, per: user, window: day, tool_calls: 6}
        telemetry:
          page: {port: 0}
        targets:
          - {name: tools, kind: tool, type: TYPE, method: dispatch, session: arg0, tool: arg1, args: arg2, labels: {user: {value: arg0, plain: true}}}
      """;

  /** Nearly the same as one mapping in braces. */
  private static final String FLOW =
      """
      sentinel: {profiles: none, telemetry: {page: {port: 0}}, budgets: [{name: daily, per: user, window: day, tool_calls: 6}],
        overrides: {fetch: {threshold: 2}, "get_*": {threshold: 2}},
        targets: [{name: tools, kind: tool, type: TYPE, method: dispatch, session: arg0, tool: arg1, args: arg2, labels: {user: {value: arg0, plain: true}}}]}
      """;

  /** Each response of the model costs 0.00244 dollars. */
  private static final String MONEY =
      """
      sentinel:
        profiles: none
        budget: {prices: {known: {input: 2, output: 8}}}
        budgets:
          - {name: money, per: user, window: day, cost_usd: 0.005} # calls
        telemetry:
          page: {port: 0}
        targets:
          - {name: tools, kind: tool, type: TYPE, method: dispatch, session: arg0, tool: arg1, args: arg2, labels: {user: {value: arg0, plain: true}}}
          - {name: model, kind: turn, type: TYPE, method: ask, session: arg0, model: return.model, input_tokens: return.input, output_tokens: return.output, labels: {user: {value: arg0, plain: true}}}
      """;

  /** What each user asks for in vain, in order; the last call is the one that is stopped. */
  private static final Map<String, List<String>> STOPPED = new LinkedHashMap<>();

  private static final List<String> USERS = List.of("ann", "bob", "eve", "dan");

  /** The setting that lets it pass. */
  private static final Map<String, String> SETTINGS =
      Map.of(
          "ann", "overrides.search.threshold",
          "bob", "overrides.fetch.threshold",
          "eve", "overrides.get_*.threshold",
          "dan", "budgets.daily.tool_calls",
          "liz", "budgets.money.cost_usd");

  static {
    STOPPED.put("ann", List.of("search 5", "search 5", "search 5", "search 5"));
    STOPPED.put("bob", List.of("fetch 5", "fetch 5", "fetch 5"));
    STOPPED.put("eve", List.of("get_page 5", "get_page 5", "get_page 5"));
    STOPPED.put("dan", List.of("a 1", "b 2", "c 3", "d 4", "e 5", "f 6", "g 7"));
    STOPPED.put("liz", List.of("a 1", "b 2", "c 3"));
  }

  @TempDir private File folder;

  @OnEachJdk(17)
  void letTheStoppedCallPassInAFileOfBlocks(Jdk jdk) throws Exception {
    letTheStoppedCallPass(jdk, BLOCK, USERS);
  }

  @OnEachJdk(17)
  void letTheStoppedCallPassInAFileOfBraces(Jdk jdk) throws Exception {
    letTheStoppedCallPass(jdk, FLOW, USERS);
  }

  @OnEachJdk(17)
  void letWhatCostTooMuchGoOn(Jdk jdk) throws Exception {
    assertThat(letTheStoppedCallPass(jdk, MONEY, List.of("liz"))).contains("cost_usd: 0.0099");
  }

  /** Returns the changed file. */
  private String letTheStoppedCallPass(Jdk jdk, String content, List<String> users)
      throws Exception {
    File config = Programs.file(folder, content.replace("TYPE", TypedProgram.class.getName()));
    try (SteeredRun run = SteeredRun.with(jdk, config)) {
      for (String user : users) {
        run.does(calls(user));
        assertThat(answers(run, user)).last().asString().startsWith("loop-detected: ");
        assertThat(answers(run, user).stream().filter(each -> each.startsWith("loop"))).hasSize(1);
      }

      for (String user : users) {
        JsonNode finding = finding(run, user);
        apply(finding, config);
        assertAccepted(Commands.run(jdk, "check", "-c", config.getPath(), classes()));
        assertThat(Commands.run(jdk, "reload", run.program()).standardOutput())
            .contains("was read again; changed: ");
        run.does(user + " " + last(user));

        assertThat(finding.at("/setting").asText()).isEqualTo(SETTINGS.get(user));
        assertThat(answers(run, user)).as(user).last().isEqualTo("nothing");
      }
    }
    try (SteeredRun again = SteeredRun.with(jdk, config)) {
      for (String user : users) {
        again.does(calls(user));
        assertThat(answers(again, user)).as(user).allMatch(each -> each.startsWith("nothing"));
      }
    }
    String changed = Files.readString(config.toPath());
    assertThat(changed.contains("# calls")).isEqualTo(content.contains("# calls"));
    return changed;
  }

  /** Does to the file what the page says. */
  private static void apply(JsonNode finding, File config) throws IOException {
    assertThat(finding.at("/file").asText()).isEqualTo(config.getPath());
    int line = finding.at("/edit/line").asInt();
    int last = finding.at("/edit/lastLine").asInt();
    assertThat(line).isPositive();
    List<String> lines = new ArrayList<>(Files.readAllLines(config.toPath()));
    List<String> replaced = lines.subList(line - 1, Math.max(line - 1, last));
    replaced.clear();
    replaced.addAll(finding.at("/edit/text").asText().lines().toList());
    Files.write(config.toPath(), lines);
  }

  /** Returns the text of the page about a user's stopped call. */
  private JsonNode finding(SteeredRun run, String user) throws Exception {
    String state = Served.get(run.page().resolve("/state"));
    for (JsonNode finding : new ObjectMapper().readTree(state).get("findings")) {
      if (finding.at("/session").asText().equals(user)
          && List.of("hint", "abort").contains(finding.at("/action").asText())) {
        return finding;
      }
    }
    throw new AssertionError("the page does not show the call of " + user + ": " + state);
  }

  private static void assertAccepted(ProgramResult checked) {
    assertThat(checked.exitCode()).as("%s", checked).isZero();
    assertThat(checked.standardOutput()).contains("no problem");
  }

  private static String classes() {
    return TestClasses.folder().getPath();
  }

  private static String[] calls(String user) {
    return Objects.requireNonNull(STOPPED.get(user)).stream()
        .map(call -> user + " " + call)
        .toArray(String[]::new);
  }

  private static String last(String user) {
    List<String> calls = Objects.requireNonNull(STOPPED.get(user));
    return calls.get(calls.size() - 1);
  }

  /** Returns the first line of each answer that a user got. */
  private static List<String> answers(SteeredRun run, String user) {
    return run.program()
        .standardOutput()
        .lines()
        .filter(line -> line.startsWith(user + " "))
        .map(line -> line.substring(line.indexOf(": ") + 2))
        .toList();
  }
}
