package io.loopsentinel.it.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;

/** Calls of a tool with a gate, or with an effect that happens once, on any framework. */
public abstract class GatedCalls {

  private static final Duration LIMIT = Duration.ofMinutes(5);

  private static final String UNAPPROVED =
      "loop-detected: search runs only if a person approves the call, and nobody approved this one";

  @TempDir private File folder;

  /** Returns a program that {@link Approver#play plays} with the approver of its argument. */
  protected abstract JavaProgram program(Jdk jdk);

  @OnEachJdk(17)
  void areDeniedInTheConfiguredWords(Jdk jdk) {
    ProgramResult result = run(jdk, Approver.NOBODY, "before: {deny: The library is closed.}", "");

    assertPrinted("loop-detected: The library is closed, 0 searches", result);
    assertLogged("each call of search is denied, the model gets a hint instead", result);
  }

  @OnEachJdk(17)
  void runIfAPersonApprovesThem(Jdk jdk) {
    ProgramResult result = run(jdk, Approver.APPROVES, "before: ask", "");

    assertPrinted("found, 1 searches", result);
    assertLogged("each call of search needs a person's approval; java -jar", result);
    assertLogged("question 1: answered run", result);
    assertTrue(result.agentLines().stream().noneMatch(line -> line.contains("before in session")));
  }

  @OnEachJdk(17)
  void doNotRunIfAPersonRejectsThem(Jdk jdk) {
    ProgramResult result = run(jdk, Approver.REJECTS, "before: ask", "");

    assertPrinted("loop-detected: A person refused this call of search, 0 searches", result);
    assertLogged("a person refused this call of search, the model gets a hint", result);
  }

  @OnEachJdk(17)
  void doNotRunIfNobodyAnswers(Jdk jdk) {
    ProgramResult result = run(jdk, Approver.NOBODY, "before: ask", ", ask: {timeout: 1s}");

    assertPrinted(UNAPPROVED + ", 0 searches", result);
    assertLogged("nobody answered (the time is up); done: hint", result);
  }

  @OnEachJdk(17)
  void runInModeObserve(Jdk jdk) {
    ProgramResult result = run(jdk, Approver.NOBODY, "before: deny", ", mode: observe");

    assertPrinted("found, 1 searches", result);
    assertLogged("is denied, observed (enforced, it would be: hint)", result);
  }

  @OnEachJdk(17)
  void haveTheirEffectOnce(Jdk jdk) {
    ProgramResult result = run(jdk, Approver.NOBODY_TWICE, "effect: once", "");

    assertTrue(
        result
            .standardOutput()
            .lines()
            .allMatch(
                line ->
                    line.matches(
                        "loop-detected: search with these arguments was done at .*Z, 1 searches")),
        result::toString);
    assertLogged("effect in session", result);
    assertLogged("summary: effects not repeated: search", result);
  }

  private ProgramResult run(Jdk jdk, Approver approver, String gate, String settings) {
    return program(jdk)
        .arguments(approver.name())
        .agentConfig(folder, "sentinel: {overrides: {search: {%s}}%s}".formatted(gate, settings))
        .run(LIMIT);
  }

  private static void assertPrinted(String expected, ProgramResult result) {
    assertEquals(
        Set.of(expected),
        result.standardOutput().lines().collect(Collectors.toSet()),
        result::toString);
  }

  private static void assertLogged(String expected, ProgramResult result) {
    assertTrue(
        result.agentLines().stream().anyMatch(line -> line.contains(expected)), result::toString);
  }
}
