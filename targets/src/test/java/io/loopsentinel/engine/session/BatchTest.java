package io.loopsentinel.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.call.ToolCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Batches. Either all calls of a batch run, or none. */
class BatchTest {

  private static final String SESSION = "s";

  /** A tool's name and an argument. */
  private record Planned(String tool, int argument) {}

  /**
   * A batch is judged as its calls would be one by one, and one that is stopped leaves no trace: an
   * engine that was told only of the calls that ran says the same of the next batch.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "default: {action: abort, window_size: 5}",
        "default: {action: abort, window_size: 200, threshold: 6}",
        "default: {action: abort}, detectors: {cycle: {repetitions: 2, max_period: 4}}",
        "default: {action: abort}, detectors: {repeat: {consecutive: true}}",
        "default: {action: abort}, overrides: {b: {threshold: 1, window_size: 3}, c: {exempt:"
            + " true}}",
        "default: {action: abort}, overrides: {b: {max_calls: 9}, c: {max_calls: 90}}",
        "default: {action: abort}, budget: {calls_per_tool: 40, tool_calls: 90}"
      })
  void aStoppedBatchLeavesNoTrace(String settings) {
    String yaml = "sentinel: {" + settings + "}";
    int stopped = 0;
    for (int seed = 0; seed < 8; seed++) {
      Random random = new Random(seed);
      LoopEngine engine = Engines.of(yaml);
      List<Planned> ran = new ArrayList<>();
      for (int n = 0; n < 40; n++) {
        List<Planned> batch = batch(random, 1 + seed);
        int expected = firstStopped(Engines.of(yaml), ran, batch);

        List<Decision> decisions = engine.judgeBatch(SESSION, calls(engine, batch));

        assertThat(firstStopped(decisions)).as("seed %d, batch %d", seed, n).isEqualTo(expected);
        if (expected < 0) {
          ran.addAll(batch);
        } else {
          stopped++;
        }
      }
    }
    assertThat(stopped).isBetween(3, 317);
  }

  private static List<Planned> batch(Random random, int arguments) {
    List<Planned> batch = new ArrayList<>();
    for (int left = 1 + random.nextInt(7); left > 0; left--) {
      batch.add(
          new Planned(
              "abc".substring(random.nextInt(3)).substring(0, 1), random.nextInt(arguments)));
    }
    return batch;
  }

  private static int firstStopped(LoopEngine engine, List<Planned> ran, List<Planned> batch) {
    for (Planned call : ran) {
      assertThat(isStopped(engine.judge(SESSION, call(engine, call)))).isFalse();
    }
    for (int i = 0; i < batch.size(); i++) {
      if (isStopped(engine.judge(SESSION, call(engine, batch.get(i))))) {
        return i;
      }
    }
    return -1;
  }

  private static int firstStopped(List<Decision> decisions) {
    int last = decisions.size() - 1;
    return isStopped(decisions.get(last)) ? last : -1;
  }

  private static boolean isStopped(Decision decision) {
    return decision instanceof Decision.Found found && !found.action().runsCall();
  }

  private static List<ToolCall> calls(LoopEngine engine, List<Planned> batch) {
    return batch.stream().map(planned -> call(engine, planned)).toList();
  }

  private static ToolCall call(LoopEngine engine, Planned planned) {
    return engine.identify(planned.tool(), Map.of("n", planned.argument()));
  }
}
