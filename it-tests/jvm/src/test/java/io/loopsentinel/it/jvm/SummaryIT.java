package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** What the agent writes when the JVM ends. */
class SummaryIT {

  @TempDir private File folder;

  @OnEachJdk
  void sumsUpARunInWhichALoopWasFound(Jdk jdk) {
    List<String> lines = run(jdk, 6, "info").agentLines();

    assertThat(lines.subList(lines.size() - 3, lines.size()))
        .containsExactly(
            "summary: 6 calls seen, 3 stopped; findings: repeat 3",
            "summary: stopped by tool: search 3; by detector: repeat 3",
            "summary: saved, by a low estimate, 3 calls (the model's turns report no tokens)");
  }

  @FullMatrix
  @OnEachJdk(17)
  void saysNothingOfARunInWhichNothingWasFound(Jdk jdk) {
    ProgramResult result = run(jdk, 3, "info");

    assertThat(result.standardOutput().lines()).hasSize(3).containsOnly(Programs.RAN);
    assertThat(result.agentLines()).hasSize(2);
    assertThat(result.agentLines().get(0)).contains("watches for 1 target");
    assertThat(result.agentLines().get(1)).isEqualTo("guards own targets: tools (1 method)");
  }

  @FullMatrix
  @OnEachJdk(17)
  void saysNothingWhereItIsSwitchedOff(Jdk jdk) {
    ProgramResult result = run(jdk, 6, "info, summary: false");

    assertThat(result.agentLines()).noneMatch(line -> line.startsWith("summary"));
    assertThat(result.agentLines()).anyMatch(line -> line.startsWith("repeat in session"));
  }

  @OnEachJdk(17)
  @FullMatrix
  void tellsOfAPathThatNamedNoArgumentThoughNothingWasFound(Jdk jdk) {
    String config =
        Programs.target("Private", "method: dispatch, tool: arg0, args: arg1, session: global")
            .replace("log: error", "log: info")
            .replace("sentinel:\n", "sentinel:\n  default: {identity: {ignore: [requst_id]}}\n");

    ProgramResult result =
        Programs.looping(jdk, "Private", 3).agentConfig(folder, config).run(Programs.LIMIT);

    assertThat(result.agentLines())
        .last()
        .isEqualTo("summary: identity.ignore: requst_id matched no argument of search");
  }

  @OnEachJdk(17)
  @FullMatrix
  void tellsOnceOfPathsAndPatternsThatMatchedNothing(Jdk jdk) {
    String config =
        Programs.target("Private", "method: dispatch, tool: arg0, args: arg1, session: global")
            .replace("log: error", "log: info, redact: [pasword]")
            .replace(
                "sentinel:\n",
                "sentinel:\n  default: {identity: {ignore: [requst_id], ignore_results: [tok]}, escalation: [observe]}\n"
                    + "  detectors: {volatile: ['build-[0-9]+']}\n");

    ProgramResult result =
        Programs.looping(jdk, "Private", 1_000).agentConfig(folder, config).run(Programs.LIMIT);

    assertThat(
            result.agentLines().stream()
                .filter(line -> line.contains("named no") || line.contains("matched no")))
        .containsExactly(
            "identity.ignore: requst_id matched no argument of search",
            "identity.ignore_results: tok matched no result of search",
            "telemetry.redact: pasword matched no argument of search",
            "detectors.volatile: build-[0-9]+ matched no result of the calls so far",
            "summary: identity.ignore: requst_id matched no argument of search",
            "summary: identity.ignore_results: tok matched no result of search",
            "summary: telemetry.redact: pasword matched no argument of search",
            "summary: detectors.volatile: build-[0-9]+ matched no result of the calls so far");
  }

  private ProgramResult run(Jdk jdk, int calls, String log) {
    String config =
        Programs.target("Private", "method: dispatch, tool: arg0, args: arg1, session: global")
            .replace("log: error", "log: " + log);
    return Programs.looping(jdk, "Private", calls).agentConfig(folder, config).run(Programs.LIMIT);
  }
}
