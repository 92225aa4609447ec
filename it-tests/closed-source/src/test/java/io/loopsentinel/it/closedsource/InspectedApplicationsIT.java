package io.loopsentinel.it.closedsource;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import java.io.File;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What {@code inspect --apply} writes about obfuscated applications of different shape guards them
 * when a person has decided what it asks.
 */
@ParameterizedClass
@EnumSource
@FullMatrix
class InspectedApplicationsIT {

  private static final int MAX_TURNS = 12;

  /** Of five errands and their answer, and of two users' pairs and their answers. */
  private static final int OTHER_REQUESTS = 6 + 2 * 3;

  private static final Map<String, ApplicationRun> RUNS = new HashMap<>();
  private static final Map<String, FirstFile> FILES = new HashMap<>();

  @TempDir private static File folder;

  private final Application application;

  InspectedApplicationsIT(Application application) {
    this.application = application;
  }

  @OnEachJdk
  void theLoopGoesOnWithoutTheAgent(Jdk jdk) throws Exception {
    ApplicationRun run = unguarded(jdk);

    assertThat(run.report("loop").calls()).hasSize(MAX_TURNS);
    assertThat(run.report("loop").answers()).singleElement().asString().startsWith("no answer");
    assertThat(run.model().hints()).isEmpty();
  }

  @OnEachJdk
  void theThreeLinesToDecideAreThoseOfTheFile(Jdk jdk) throws Exception {
    FirstFile first = inspected(jdk);

    assertThat(first.told().exitCode()).isZero();
    assertThat(first.told().standardError()).isEmpty();
    assertThat(first.toDecide())
        .hasSize(3)
        .allSatisfy(line -> assertThat(first.has(line)).isTrue());
    assertThat(first.toDecide().stream().map(FirstFile.Line::key))
        .containsExactly("method", "session", "result");
    assertThat(first.asksForTheRun()).isEqualTo(!application.hasLoop());
  }

  @OnEachJdk
  void aLoopIsStoppedByAHintThatTheModelReads(Jdk jdk) throws Exception {
    ApplicationRun run = guarded(jdk);

    assertThat(run.report("loop").calls())
        .isEqualTo(Collections.nCopies(3, application.call("C-21")));
    assertThat(run.report("loop").answers()).containsExactly("There is none.");
    assertThat(run.model().hints()).hasSize(1);
  }

  @OnEachJdk
  void theModelIsAskedAsOftenAsTheApplicationAsks(Jdk jdk) throws Exception {
    assertThat(unguarded(jdk).model().requests())
        .isBetween(MAX_TURNS + OTHER_REQUESTS, MAX_TURNS + 1 + OTHER_REQUESTS);
    assertThat(guarded(jdk).model().requests()).isEqualTo(3 + 1 + 1 + OTHER_REQUESTS);
  }

  @OnEachJdk
  void aCallThatDiffersIsNeverStopped(Jdk jdk) throws Exception {
    ApplicationRun run = guarded(jdk);

    assertThat(run.report("errands").calls())
        .isEqualTo(IntStream.range(0, 5).mapToObj(i -> application.call("C-" + i)).toList());
    assertThat(run.report("errands").answers()).containsExactly("All done.");
  }

  @OnEachJdk
  void usersOfOneThreadAreNotMixed(Jdk jdk) throws Exception {
    ApplicationRun run = guarded(jdk);

    assertThat(run.report("pair").calls())
        .isEqualTo(Collections.nCopies(4, application.call("C-21")));
    assertThat(run.report("pair").answers()).containsExactly("Looked twice.", "Looked twice.");
  }

  private ApplicationRun guarded(Jdk jdk) throws Exception {
    String key = application + " on " + jdk + ", guarded";
    if (!RUNS.containsKey(key)) {
      FirstFile file = inspected(jdk);
      file.takeTheRun();
      file.enforce();
      JavaProgram program = program(jdk).agentArguments(file.yaml().getPath());
      RUNS.put(key, ApplicationRun.of(application, program));
    }
    return RUNS.get(key);
  }

  private ApplicationRun unguarded(Jdk jdk) throws Exception {
    String key = application + " on " + jdk;
    if (!RUNS.containsKey(key)) {
      RUNS.put(key, ApplicationRun.of(application, program(jdk)));
    }
    return RUNS.get(key);
  }

  private JavaProgram program(Jdk jdk) throws Exception {
    return application.program(application.jar(folder)).on(jdk);
  }

  private FirstFile inspected(Jdk jdk) throws Exception {
    String key = application + " on " + jdk;
    if (!FILES.containsKey(key)) {
      File yaml = new File(folder, application + "-" + jdk.feature() + ".yaml");
      FILES.put(key, FirstFile.of(jdk, yaml, application.jar(folder)));
    }
    return FILES.get(key);
  }
}
