package io.loopsentinel.engine.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.detect.SimilarCallsDetector;
import io.loopsentinel.engine.meaning.Meaning;
import io.loopsentinel.engine.meaning.SimilarMeaning;
import io.loopsentinel.engine.settings.EngineSettings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** JVMs that share a session compare the meanings of each other's calls. */
class SharedMeaningTest {

  private static final List<String> QUERIES =
      List.of("late orders", "overdue parcels", "goods behind schedule", "delayed deliveries");

  private static EngineSettings settings() {
    SimilarMeaning oneDirection =
        new SimilarMeaning("one", text -> Meaning.read(text, each -> new float[] {1, 2}), 0.75);
    return EngineSettings.DEFAULT.withDetectors(
        List.of(new SimilarCallsDetector.Settings(true, 0.85, 5, 3, 0, 5, oneDirection, null)));
  }

  @Test
  void vectorsReachTheOtherJvm() {
    MemoryStore store = new MemoryStore(() -> Instant.EPOCH);
    Pod one = Pod.sharing(store, "one", settings());
    Pod two = Pod.sharing(store, "two", settings());
    List<String> said = new ArrayList<>();
    for (int i = 0; i < QUERIES.size(); i++) {
      said.add(
          (i % 2 == 0 ? one : two)
              .call("s", "search", Map.of("query", QUERIES.get(i)), "no matches found"));
    }

    assertThat(said.subList(0, 3)).containsOnly("run");
    assertThat(said.get(3)).contains("WARN by similar_calls 3");
  }
}
