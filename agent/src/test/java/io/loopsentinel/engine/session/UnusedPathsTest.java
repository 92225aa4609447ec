package io.loopsentinel.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.identity.UsedPaths.Unused;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Paths of {@code identity} that never name an argument. */
class UnusedPathsTest {

  @Test
  void areToldWithTheToolsTheyAreFor() {
    LoopEngine engine =
        engine(
            "default: {identity: {ignore: [request_id]}},"
                + " overrides: {read: {identity: {ignore: [requst_id]}}}");

    engine.identify("search", Map.of("q", "a", "request_id", 1));
    engine.identify("fetch", Map.of("url", "a"));
    engine.identify("read", Map.of("path", "a", "request_id", 1));

    assertThat(engine.unusedPaths())
        .containsExactly(new Unused("identity.ignore", "requst_id", Set.of("read")));
  }

  @Test
  void areThoseThatNoCallHadSoFar() {
    LoopEngine engine = engine("default: {identity: {ignore: ['a.b', 'c[*].d', '**.e']}}");
    assertThat(engine.unusedPaths()).isEmpty();

    engine.identify("search", Map.of("a", 1, "c", List.of(Map.of("x", 1))));
    assertThat(engine.unusedPaths())
        .extracting(Unused::path)
        .containsExactly("a.b", "c[*].d", "**.e");

    engine.identify("search", Map.of("a", Map.of("b", 1)));
    assertThat(engine.unusedPaths()).extracting(Unused::path).containsExactly("c[*].d", "**.e");

    engine.identify("fetch", Map.of("c", List.of(Map.of("d", Map.of("e", 1)))));
    assertThat(engine.unusedPaths()).extracting(Unused::path).containsExactly("**.e");

    engine.identify("fetch", "{\"x\": [[{\"e\": 1}]]}");
    assertThat(engine.unusedPaths()).isEmpty();
  }

  @Test
  void areToldOfThoseThatAloneCountToo() {
    LoopEngine engine = engine("overrides: {read: {identity: {only: [pth, line]}}}");

    engine.identify(
        "read",
        new Object() {
          @SuppressWarnings("unused")
          final int line = 7;
        });

    assertThat(engine.unusedPaths())
        .containsExactly(new Unused("identity.only", "pth", Set.of("read")));
  }

  private static LoopEngine engine(String yaml) {
    return Engines.of("sentinel: {" + yaml + "}");
  }
}
