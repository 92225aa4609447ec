package io.loopsentinel.it.extension;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.api.DetectorExtension;
import io.loopsentinel.engine.api.SinkExtension;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Arrays;
import org.junit.jupiter.api.io.TempDir;

/** Jars that {@code extensions} names: one that is of use, and those that do harm. */
class ExtensionIT {

  private static final String[] ALL_PAGES = {
    "page 1 of read",
    "page 2 of read",
    "page 3 of read",
    "page 4 of read",
    "page 5 of read",
    "page 6 of read"
  };

  @TempDir private File folder;

  @OnEachJdk
  void addsADetectorAndAReceiverWithALibraryOfItsOwn(Jdk jdk) throws Exception {
    File events = new File(folder, "events.jsonl");

    ProgramResult result =
        ExtendedRuns.runInTime(
            ExtendedRuns.program(
                jdk,
                folder,
                ExtendedRuns.MY_RULES,
                """
                detectors: {quota: {calls: 4, escalation: [hint]}}
                  telemetry: {sinks: {lines: {file: "%s"}}}\
                """
                    .formatted(events.getPath())));

    assertThat(result.standardOutput().lines())
        .as("%s", result)
        .startsWith("page 1 of read", "page 2 of read", "page 3 of read", "page 4 of read")
        .element(4)
        .asString()
        .contains("read was called 4 times.", "Answer with what you know.");
    assertThat(Files.readString(events.toPath()))
        .contains(
            "\"type\":\"loop.detected\"",
            "\"detector\":\"quota\"",
            "\"setting\":\"detectors.quota\"",
            "\"writer\":\"Jackson 2.18.2\"");
  }

  @OnEachJdk(17)
  void tellsOfAMistakeInItsSettingsWithLineAndColumn(Jdk jdk) throws Exception {
    ProgramResult result =
        run(
            jdk,
            ExtendedRuns.MY_RULES,
            "detectors: {quota: {calls: none}}\n  telemetry: {sinks: {lines: {}}}");

    assertThat(result.standardError())
        .contains(
            ".yaml:4:30: detectors.quota.calls: expected a number above 0",
            "telemetry.sinks.lines.file: expected the path of a file");
    assertThat(result.standardOutput()).isEmpty();
  }

  @OnEachJdk(17)
  void refusesToStartWithAJarThatIsNone(Jdk jdk) throws Exception {
    ProgramResult result = run(jdk, new File(folder, "missing.jar"), "");

    assertThat(result.standardError()).contains("missing.jar\" there is no such file");
  }

  @OnEachJdk(17)
  void goesOnWithoutOneThatThrows(Jdk jdk) throws Exception {
    ProgramResult result =
        run(jdk, detector(HarmfulExtensions.Throwing.class), "detectors: {throwing: {}}");

    assertThat(result.standardOutput().lines()).as("%s", result).containsExactly(ALL_PAGES);
    assertThat(result.agentLines())
        .anyMatch(line -> line.contains("extension throwing") && line.contains("LinkageError"))
        .anyMatch(line -> line.contains("is switched off for a minute and then tried again"));
  }

  @OnEachJdk(17)
  void goesOnWithoutOneThatBlocks(Jdk jdk) throws Exception {
    ProgramResult result =
        run(jdk, detector(HarmfulExtensions.Blocking.class), "detectors: {blocking: {}}");

    assertThat(result.standardOutput().lines()).as("%s", result).containsExactly(ALL_PAGES);
    assertThat(result.agentLines())
        .anyMatch(line -> line.contains("extension blocking: took longer than 250 ms"))
        .anyMatch(line -> line.contains("is switched off for a minute and then tried again"));
  }

  @OnEachJdk(17)
  void asksASlowRuleOnceMoreAfterMuchLoad(Jdk jdk) throws Exception {
    ProgramResult result =
        ExtendedRuns.program(
                jdk,
                folder,
                HarmfulExtensions.jar(
                    folder, DetectorExtension.class, HarmfulExtensions.Slow.class),
                "detectors: {slow: {escalation: [hint]}}")
            .arguments(CallingProgram.CROWDED)
            .run(ExtendedRuns.LIMIT);

    assertThat(result.standardOutput().lines())
        .as("%s", result)
        .startsWith("page 1 of read", "page 2 of read", "page 3 of read")
        .element(3)
        .asString()
        .contains("Read is slow.");
    assertThat(result.agentLines()).noneMatch(line -> line.contains("is switched off"));
  }

  @OnEachJdk(17)
  void takesNonsenseForNoFindingAndJudgesByItsOwnDetectors(Jdk jdk) throws Exception {
    ProgramResult result =
        ExtendedRuns.program(
                jdk,
                folder,
                HarmfulExtensions.jar(
                    folder, DetectorExtension.class, HarmfulExtensions.Nonsense.class),
                "detectors: {nonsense: {}}")
            .arguments(CallingProgram.REPEATING)
            .run(ExtendedRuns.LIMIT);

    assertThat(result.standardOutput().lines())
        .as("%s", result)
        .startsWith("page 1 of read", "page 1 of read", "page 1 of read")
        .element(3)
        .asString()
        .startsWith("loop-detected: read has already run 3 times");
    assertThat(result.agentLines())
        .anyMatch(
            line ->
                line.contains("extension nonsense: returned a FoundLoop whose subject is null")
                    && line.contains("it has no effect this time"))
        .anyMatch(line -> line.contains("count -1 and threshold 3; expected non-negative"));
  }

  @OnEachJdk
  void endsInSpiteOfThreadsThatOneLeaks(Jdk jdk) throws Exception {
    File jar = detector(HarmfulExtensions.Leaking.class, HarmfulExtensions.Blocking.class);
    ProgramResult result = run(jdk, jar, "detectors: {leaking: {}}");

    assertThat(result.standardOutput().lines()).as("%s", result).containsExactly(ALL_PAGES);
  }

  @OnEachJdk
  void hidesTheAgentAndTheApplication(Jdk jdk) throws Exception {
    ProgramResult result =
        run(jdk, detector(HarmfulExtensions.Looking.class), "detectors: {looking: {}}");

    assertThat(result.standardOutput().lines()).as("%s", result).containsExactly(ALL_PAGES);
  }

  @OnEachJdk(17)
  void tellsOthersOfEventsWhileAReceiverBlocks(Jdk jdk) throws Exception {
    File audit = new File(folder, "audit.jsonl");
    File jar =
        HarmfulExtensions.jar(
            folder,
            SinkExtension.class,
            HarmfulExtensions.BlockingSink.class,
            HarmfulExtensions.Blocking.class,
            HarmfulExtensions.Detector.class);

    ProgramResult result =
        run(
            jdk,
            jar,
            "budget: {tool_calls: 3}\n  telemetry: {sinks: {blocking: {}}, audit: {file: \""
                + audit.getPath()
                + "\"}}");

    assertThat(result.standardOutput()).contains("page 3 of read");
    assertThat(Files.readString(audit.toPath())).contains("budget.exceeded");
  }

  private File detector(Class<?> extension, Class<?>... more) throws IOException {
    Class<?>[] all = Arrays.copyOf(more, more.length + 1);
    all[more.length] = HarmfulExtensions.Detector.class;
    return HarmfulExtensions.jar(folder, DetectorExtension.class, extension, all);
  }

  private ProgramResult run(Jdk jdk, File jar, String settings) {
    return ExtendedRuns.run(jdk, folder, jar, settings);
  }
}
