package io.loopsentinel.it.contract;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.contract.Way.InnerEnd;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.Loop;
import java.io.File;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract of the end of a run on every framework: the caller gets one, the refused call did
 * not run, and the conversation takes the next question. A framework's test extends this and names
 * the program that {@link EndProgram#play plays} its ways of calling; one JVM plays all.
 */
public abstract class EndContract {

  private static final String DEFAULT = "";
  private static final String AT_CALL = "  abort_at: call\n";
  private static final Duration LIMIT = Duration.ofMinutes(4);
  private static final Map<String, List<End>> PLAYED = new ConcurrentHashMap<>();

  @TempDir private File folder;

  /** Returns the name and version of the framework, as in {@link DocumentedEnds}. */
  protected abstract String framework();

  /** Returns the program, which calls {@link EndProgram#play}, without an agent. */
  protected abstract JavaProgram program(Jdk jdk);

  /** Returns settings of the agent, of a level below {@code sentinel}, beside the contract's. */
  protected String settings() {
    return "";
  }

  /** Returns the prefix that the framework puts before the name of a tool. */
  protected String toolPrefix() {
    return "";
  }

  @OnEachJdk(17)
  void callersGetAnEnd(Jdk jdk) {
    each(ends(jdk, DEFAULT), this::assertEnded);
  }

  @OnEachJdk(17)
  void callersGetAnEndOfAnAbortThatIsThrownAtTheCall(Jdk jdk) {
    each(
        ends(jdk, AT_CALL),
        end -> {
          if (end.hidesErrorAtCall() && end.rung() != Rung.HINT) {
            assertFalse(end.first().failures().isEmpty(), () -> "the caller got " + end.first());
          } else if (end.innerEnd() == InnerEnd.IS_RESULT_AT_CALL) {
            assertTrue(end.first().isAnswer(), () -> "the caller got " + end.first());
          } else {
            assertEnded(end);
          }
        });
  }

  @OnEachJdk(17)
  void theRefusedCallDoesNotRun(Jdk jdk) {
    each(
        ends(jdk, DEFAULT),
        end -> {
          // A call that runs before its response is complete counts for the response before it, and
          // as a copy if the call before it ran after its own. So every second call may count, and
          // the answer beside the first call may be news that comes after it.
          int most = end.concurrent() ? 2 * Question.THRESHOLD + 2 : Question.THRESHOLD;
          assertTrue(
              end.runs() >= Question.THRESHOLD && end.runs() <= most,
              () -> "runs of the repeated call: " + end.runs());
          if (end.rung() != Rung.HINT && !end.concurrent()) {
            assertEquals(0, end.runsAfter(), "runs of the call beside the refused one");
          }
        });
  }

  @OnEachJdk(17)
  void theConversationTakesTheNextQuestion(Jdk jdk) {
    each(
        ends(jdk, DEFAULT),
        end -> {
          assertEquals(List.of(), end.refusals(), "refusals of the model");
          if (end.rung() == Rung.TERMINATE && end.keepsSession()) {
            assertFalse(end.second().loops().isEmpty(), () -> "the next question got " + end);
          } else {
            assertTrue(end.second().isAnswer(), () -> "the next question got " + end.second());
          }
        });
  }

  @OnEachJdk(17)
  void otherUsersAreServed(Jdk jdk) {
    each(
        ends(jdk, DEFAULT),
        end -> assertTrue(end.other().isAnswer(), () -> "the other user got " + end.other()));
  }

  @OnEachJdk(17)
  void callersGetWhatTheDocumentShows(Jdk jdk) throws Exception {
    DocumentedEnds documented = DocumentedEnds.forFramework(framework());
    each(
        ends(jdk, DEFAULT),
        end ->
            assertEquals(
                end.rung() == Rung.HINT ? "answer" : documented.of(end.way()),
                end.first().described(),
                () -> "docs/frameworks.md shows something else than what the caller got"));
  }

  private void assertEnded(End end) {
    assertFalse(
        end.first().isNothing(), () -> "the caller got no end\n" + end.first().stacks().get(0));
    if (end.rung() == Rung.HINT || end.innerEnd() == InnerEnd.IS_RESULT) {
      assertTrue(end.first().isAnswer(), () -> "the caller got " + end.first());
      return;
    }
    assertEquals(
        List.of(
            new Loop(
                ToolLoopError.Status.LOOP_DETECTED,
                toolPrefix() + end.rung().tool(),
                Question.THRESHOLD,
                "repeat")),
        end.first().loops(),
        () -> "the caller got " + end.first());
  }

  private static void each(List<End> ends, Consumer<End> expected) {
    assertAll(
        ends.stream()
            .map(end -> (Executable) () -> assertAll(end.name(), () -> expected.accept(end))));
  }

  private List<End> ends(Jdk jdk, String when) {
    return PLAYED.computeIfAbsent(
        String.join(" ", framework(), jdk.toString(), when), key -> play(jdk, when));
  }

  private List<End> play(Jdk jdk, String when) {
    String yaml = "sentinel:\n" + Rung.overrides(toolPrefix()) + settings() + when;
    List<End> ends =
        program(jdk)
            // On two cores the common pool has one thread, on which users would wait for each
            // other.
            .jvmOptions("-Djava.util.concurrent.ForkJoinPool.common.parallelism=4")
            .agentConfig(folder, yaml)
            .run(LIMIT)
            .successful()
            .jsonLines(End.class);
    assertFalse(ends.isEmpty(), "the program played nothing");
    return ends;
  }
}
