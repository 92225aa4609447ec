package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.Jdks;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.jvm.program.Marker;
import java.io.File;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What users, models and tools write does not get into what the agent tells: a program has a marker
 * in every value on every path, and every output is searched for all of them.
 */
@FullMatrix
class ConfidentialOutputIT {

  private static final String SHOWN =
      "include_arguments: true\n    redact: [password, \"**.token\"]";

  /** What the application and its model have read, so the search would find it elsewhere, too. */
  private static final Marker[] READ = {
    Marker.MAP,
    Marker.JSON,
    Marker.ELEMENT,
    Marker.PLAIN,
    Marker.PASSWORD,
    Marker.TOKEN,
    Marker.UNDISPATCHED,
    Marker.REQUEST,
    Marker.RESULT,
    Marker.BATCH_RESULT,
    Marker.LATER,
    Marker.EXCEPTION,
    Marker.TURN
  };

  /** What objects of the application hold; it is for their own code. */
  private static final Marker[] UNREAD = {Marker.OBJECT, Marker.PRIVATE};

  /** All types of events but the one that comes at the end of the JVM, and all detectors. */
  private static final String[] TELLING = {
    "loop.detected",
    "loop.escalated",
    "tool.result",
    "turn.warned",
    "budget.exceeded",
    "provider.unavailable",
    "provider.recovered",
    "session.terminated",
    "session.reset",
    "session.told",
    "target.matched",
    "agent.switched",
    "agent.error",
    "repeat",
    "cycle",
    "error",
    "stagnation",
    "similar_calls",
    "similar_turns",
    "budget"
  };

  @TempDir private File folder;

  @OnEachJdk
  void holdsNoValueOfTheApplication(Jdk jdk) throws Exception {
    EveryPathRun run = EveryPathRun.of(jdk, folder, "marked", "log: debug");

    assertThat(markersIn(run.echo())).contains(READ).doesNotContain(UNREAD);
    assertAllIsTold(run);
    assertNoMarkerIsTold(run);
  }

  @FullMatrix
  @ParameterizedTest
  @ValueSource(strings = {"slf4j", "system_logger"})
  void holdsNoValueOfTheApplicationInItsOwnLog(String logger) throws Exception {
    EveryPathRun run =
        EveryPathRun.of(Jdks.running(), folder, "marked", "log: debug\n    log_to: " + logger);

    assertThat(run.output(EveryPathRun.STANDARD_ERROR))
        .containsPattern("(?m)^(\\[main] WARN io.loopsentinel - |WARNING: )repeat");
    assertNoMarkerIsTold(run);
  }

  @OnEachJdk
  void showsArgumentsInEventsAloneWithoutThoseThatAreRedacted(Jdk jdk) throws Exception {
    EveryPathRun run = EveryPathRun.of(jdk, folder, "marked", "log: debug\n    " + SHOWN);

    assertThat(markersIn(run.echo())).doesNotContain(UNREAD);
    assertThat(markersIn(run.output(EveryPathRun.PAGE))).doesNotContain(UNREAD);
    for (String name : List.of(EveryPathRun.AUDIT, EveryPathRun.LISTENER, "json")) {
      assertThat(markersIn(run.output(name)))
          .as(name)
          .containsExactlyInAnyOrder(
              Marker.MAP,
              Marker.KEY_OF_MAP,
              Marker.JSON,
              Marker.ELEMENT,
              Marker.BATCH,
              Marker.TOLD);
    }
    run.outputs()
        .forEach(
            (name, output) ->
                assertThat(output)
                    .as(name)
                    .doesNotContain(Marker.PASSWORD.text(), Marker.TOKEN.text()));
    for (String name :
        List.of(
            EveryPathRun.STANDARD_ERROR,
            EveryPathRun.RECORDING,
            EveryPathRun.PRINTED_RECORDING,
            EveryPathRun.ANSWERS,
            EveryPathRun.ERRORS,
            EveryPathRun.SCRAPE,
            EveryPathRun.COMMANDS,
            "slack",
            "discord")) {
      assertThat(markersIn(run.output(name))).as(name).isEmpty();
    }
  }

  private static void assertNoMarkerIsTold(EveryPathRun run) {
    run.outputs()
        .forEach(
            (name, output) -> assertThat(markersIn(output)).as("%s: %s", name, output).isEmpty());
  }

  /** What is silent could not give anything away. */
  private static void assertAllIsTold(EveryPathRun run) {
    run.outputs().forEach((name, output) -> assertThat(output).as(name).contains("search"));
    for (String name : List.of(EveryPathRun.AUDIT, EveryPathRun.LISTENER, "json")) {
      assertThat(run.output(name)).as(name).contains(TELLING);
    }
    assertThat(run.output(EveryPathRun.AUDIT)).contains("target.unmatched");
  }

  private static Set<Marker> markersIn(String output) {
    return Arrays.stream(Marker.values())
        .filter(marker -> output.contains(marker.text()))
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(Marker.class)));
  }
}
