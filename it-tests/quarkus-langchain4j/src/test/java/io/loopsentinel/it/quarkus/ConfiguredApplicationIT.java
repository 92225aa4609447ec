package io.loopsentinel.it.quarkus;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.contract.ModelBehaviour;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.scenario.AuditedEvents;
import io.loopsentinel.it.scenario.Outcome;
import java.io.File;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.io.TempDir;

/** What the agent finds in the class loader of Quarkus, which has the generated classes, too. */
class ConfiguredApplicationIT {

  private static final String CONFIGURATION =
      """
      sentinel:
        budget: {tokens: 400}
        telemetry: {log: debug, costs: true, audit: {file: '%s'}}
        targets:
          - name: librarian
            kind: run
            type: io.loopsentinel.it.quarkus.Librarian
            subtypes: true
            method: answer
      """;

  private static final Map<Jdk, ProgramResult> RESULTS = new ConcurrentHashMap<>();

  @TempDir private static File folder;

  @OnEachJdk
  void guardsTheMethodsOfItsProfile(Jdk jdk) {
    assertThat(result(jdk).agentLines())
        .filteredOn(line -> line.startsWith("guards ") && line.contains(" target "))
        .anyMatch(line -> line.contains("target quarkus-langchain4j-tool "))
        .anyMatch(line -> line.contains("target quarkus-langchain4j-streamed-tool "))
        .anyMatch(line -> line.contains("target quarkus-langchain4j-streamed-turn "))
        .anyMatch(line -> line.contains("target langchain4j-streaming-request "))
        .anyMatch(line -> line.contains("target quarkus-langchain4j-token-stream-tool "))
        .anyMatch(line -> line.contains("target quarkus-langchain4j-run "))
        .anyMatch(line -> line.contains("target langchain4j-turn "))
        .anyMatch(line -> line.matches(".* target langchain4j-(1\\.6-)?unknown-tool .*"))
        .allMatch(line -> line.endsWith("RunnerClassLoader)"));
  }

  @OnEachJdk
  void guardsTheClassesThatQuarkusGenerates(Jdk jdk) {
    assertThat(result(jdk).agentLines())
        .filteredOn(line -> line.startsWith("guards ") && line.contains("target librarian "))
        .anyMatch(line -> line.contains("Librarian$$QuarkusImpl.answer("))
        .anyMatch(line -> line.contains("ClientProxy.answer("));
  }

  @OnEachJdk
  void switchesNoTargetOff(Jdk jdk) {
    assertThat(result(jdk).agentLines()).noneMatch(line -> line.contains("switched off"));
  }

  /** The first two requests and their responses take less than the cap, the first three more. */
  @OnEachJdk
  void countsTheTokensOfEachResponseOnce(Jdk jdk) {
    assertThat(result(jdk).jsonLines(Outcome.class))
        .filteredOn(outcome -> Dispatch.valueOf(outcome.dispatch()).isExecuted())
        .isNotEmpty()
        .allSatisfy(
            outcome -> {
              assertThat(outcome.log().requests()).isEqualTo(3);
              assertThat(outcome.toolRuns()).isEqualTo(3);
              assertThat(outcome.answers()).isEmpty();
            });
  }

  @OnEachJdk
  void tellsTheServiceOfEachResponse(Jdk jdk) {
    result(jdk);

    assertThat(AuditedEvents.of(folder).of("cost.attributed").label("agent"))
        .containsExactly("GuardedLibrarian", "Librarian", "StreamingLibrarian", "VirtualLibrarian");
  }

  private static ProgramResult result(Jdk jdk) {
    return RESULTS.computeIfAbsent(
        jdk,
        key ->
            QuarkusScenarios.APPLICATION
                .on(key)
                .agentConfig(folder, CONFIGURATION.formatted(AuditedEvents.file(folder)))
                .arguments(ModelBehaviour.HEALTHY.name())
                .run(Duration.ofMinutes(3))
                .successful());
  }
}
