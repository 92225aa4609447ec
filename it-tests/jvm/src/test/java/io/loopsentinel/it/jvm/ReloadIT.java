package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.Matrix;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** The configuration is read again while the JVM runs. */
class ReloadIT {

  private static final String PLAIN =
      "{name: plain, kind: tool, type: 'io.loopsentinel.it.jvm.program.Dispatchers$Plain',"
          + " method: execute, tool: arg0.tool, args: arg0.arguments, session: '\"main\"'}";

  private static final String PRIVATE =
      "{name: private, kind: tool, type: 'io.loopsentinel.it.jvm.program.Dispatchers$Private',"
          + " method: dispatch, tool: arg0, args: arg1, session: '\"main\"'}";

  private static final String HINT = "loop-detected: search";

  @TempDir private File folder;

  @OnEachJdk
  void takesANewThresholdAndKeepsWhatHappened(Jdk jdk) throws Exception {
    ProgramResult result =
        program(
            jdk,
            config("default: {threshold: 3}", PLAIN),
            "call Plain; call Plain",
            put(config("default: {threshold: 2}", PLAIN)),
            "reload; call Plain");

    assertThat(result.standardOutput().lines().toList())
        .hasSize(4)
        .startsWith(Programs.RAN, Programs.RAN)
        .satisfies(lines -> assertThat(lines.get(2)).endsWith("was read again; changed: default"))
        .satisfies(lines -> assertThat(lines.get(3)).startsWith(HINT));
    assertThat(result.agentLines()).anyMatch(line -> line.endsWith("changed: default"));
  }

  @FullMatrix
  @OnEachJdk(17)
  void keepsTheNumberOfCallsOfAToolWithAMaximum(Jdk jdk) throws Exception {
    ProgramResult result =
        program(
            jdk,
            config("overrides: {search: {max_calls: 9, threshold: 0}}", PLAIN),
            "call Plain; call Plain",
            put(config("overrides: {search: {max_calls: 2, threshold: 0}}", PLAIN)),
            "reload; call Plain");

    assertThat(result.standardOutput().lines().toList())
        .hasSize(4)
        .startsWith(Programs.RAN, Programs.RAN)
        .satisfies(
            lines ->
                assertThat(lines.get(3))
                    .startsWith(HINT + " may be called at most 2 times in this conversation"));
  }

  @OnEachJdk(17)
  void keepsWhatHeldWhereTheFileIsWrong(Jdk jdk) throws Exception {
    ProgramResult result =
        program(
            jdk,
            config("default: {threshold: 1}", PLAIN),
            "call Plain",
            put("sentinel: {mod: observe, default: {threshold: many}}"),
            "reload; call Plain");

    assertThat(result.standardOutput())
        .contains("2 problems", "unknown key \"mod\"", "threshold", "stays in force", HINT);
    assertThat(result.standardError()).contains("unknown key \"mod\"", "stays in force");
  }

  @FullMatrix
  @OnEachJdk(17)
  void keepsWhatHeldWhereTheFileCannotBeReadAndTakesTheNextGoodOne(Jdk jdk) throws Exception {
    List<String> all = List.of("deleted", "a folder", "a link to itself", "no text", "too deep");
    List<String> broken = Matrix.isFull() ? all : List.of("deleted", "too deep");
    String strict = config("default: {threshold: 1, action: hint}", PLAIN);
    String lenient = config("default: {threshold: 99, action: hint}", PLAIN);
    List<String> commands = new ArrayList<>(List.of("call Plain"));
    for (String how : broken) {
      commands.addAll(List.of("break " + how, "reload; call Plain"));
      commands.addAll(List.of(put(lenient), "reload; call Plain", put(strict), "reload"));
    }

    ProgramResult result = program(jdk, strict, commands.toArray(String[]::new));

    List<String> expected = new ArrayList<>(List.of("ran"));
    broken.forEach(
        how -> expected.addAll(List.of("stays in force", "hint", "changed", "ran", "changed")));
    assertThat(result.standardOutput().lines().flatMap(ReloadIT::event)).isEqualTo(expected);
    assertThat(result.agentLines())
        .as("%s", result)
        .filteredOn(line -> line.contains("stays in force"))
        .hasSize(broken.size());
    assertThat(result.standardError()).contains("config.yaml");
  }

  /** Returns the event in a line of the program; empty for a line that explains another. */
  private static Stream<String> event(String line) {
    if (line.startsWith(HINT)) {
      return Stream.of("hint");
    }
    return line.equals(Programs.RAN)
        ? Stream.of("ran")
        : line.contains("stays in force")
            ? Stream.of("stays in force")
            : line.endsWith("changed: default") ? Stream.of("changed") : Stream.empty();
  }

  @FullMatrix
  @OnEachJdk(17)
  void goesOnLookingAtAFileThatCouldNotBeRead(Jdk jdk) throws Exception {
    List<String> all = List.of("deleted", "a folder", "too deep");
    for (String broken : Matrix.isFull() ? all : List.of("deleted")) {
      ProgramResult result =
          program(
              jdk,
              config("reload: 1s\n  default: {threshold: 0}", PLAIN),
              "call Plain",
              "break " + broken,
              "await refused; call Plain",
              put(config("reload: 1s\n  default: {threshold: 5}", PLAIN)),
              "call-until-stopped Plain");

      assertThat(result.standardOutput().lines().filter(line -> !line.equals("refused")).toList())
          .as(broken)
          .hasSize(3)
          .startsWith(Programs.RAN, Programs.RAN)
          .last()
          .asString()
          .startsWith(HINT);
    }
  }

  @OnEachJdk
  void guardsTheMethodsOfNewTargetsAndGivesOthersBack(Jdk jdk) throws Exception {
    ProgramResult result =
        program(
            jdk,
            told(PLAIN),
            "call Plain; call Plain; call Private; call Private",
            put(told(PRIVATE)),
            "reload; call Private; call Plain; call Plain",
            put(told(PLAIN, PRIVATE)),
            "reload; call Plain");

    List<String> calls =
        result.standardOutput().lines().filter(line -> !line.contains("read again")).toList();
    assertThat(calls).hasSize(8);
    assertThat(calls.get(0)).isEqualTo(Programs.RAN);
    assertThat(calls.get(1)).startsWith(HINT);
    assertThat(calls.subList(2, 4)).containsOnly(Programs.RAN);
    assertThat(calls.get(4)).startsWith(HINT);
    assertThat(calls.subList(5, 7)).containsOnly(Programs.RAN);
    assertThat(calls.get(7)).isEqualTo("error io.loopsentinel.ToolLoopError");
    assertThat(result.agentLines())
        .filteredOn(line -> line.startsWith("guards ") && line.contains(" target "))
        .hasSize(3)
        .anyMatch(line -> line.contains("Dispatchers$Private.dispatch"));
  }

  @FullMatrix
  @OnEachJdk(17)
  void opensOtherSinks(Jdk jdk) throws Exception {
    File before = new File(folder, "before.jsonl");
    File after = new File(folder, "after.jsonl");

    program(
        jdk, audited(before), "call Plain; call Plain", put(audited(after)), "reload; call Plain");

    assertThat(Files.readString(before.toPath())).containsOnlyOnce("loop.detected");
    assertThat(Files.readString(after.toPath()))
        .containsOnlyOnce("loop.detected")
        .contains("agent.switched", "changed: telemetry");
  }

  @FullMatrix
  @OnEachJdk(17)
  void leavesTheModeThatWasSwitchedUnlessTheFileHasAnother(Jdk jdk) throws Exception {
    ProgramResult result =
        program(
            jdk,
            config("mode: enforce", PLAIN),
            "call Plain; set-mode observe",
            put(config("mode: enforce\n  default: {threshold: 2}", PLAIN)),
            "reload; mode",
            put(config("mode: observe", PLAIN)),
            "reload; set-mode observe",
            put(config("mode: enforce", PLAIN)),
            "reload; mode");

    assertThat(result.standardOutput().lines().filter(line -> !line.contains(" ")))
        .containsExactly("observe", "enforce");
  }

  private ProgramResult program(Jdk jdk, String config, String... commands) throws IOException {
    return new SteeredConfig(folder).run(jdk, config, commands);
  }

  private String put(String config) throws IOException {
    return new SteeredConfig(folder).put(config);
  }

  private static String audited(File file) {
    return config(
        "default: {threshold: 1}\n  telemetry: {audit: {file: '%s'}}".formatted(file.getPath()),
        PLAIN);
  }

  /** A configuration of which each method that is guarded is told. */
  private static String told(String... targets) {
    return config("default: {threshold: 1}\n  telemetry: {log: debug}", targets);
  }

  private static String config(String settings, String... targets) {
    return "sentinel:\n  profiles: none\n  "
        + settings
        + "\n  targets: ["
        + String.join(", ", targets)
        + "]\n";
  }
}
