package io.loopsentinel.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.identity.UsedPaths.Unused;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Paths that never name an argument, and patterns that never match a result. */
class UnusedPathsTest {

  @Test
  void areReportedWithTheirTools() {
    LoopEngine engine =
        engine(
            "default: {identity: {ignore: [request_id]}},"
                + " overrides: {read: {identity: {ignore: [requst_id]}}}");

    engine.identify("search", Map.of("q", "a", "request_id", 1));
    engine.identify("fetch", Map.of("url", "a"));
    engine.identify("read", Map.of("path", "a", "request_id", 1));

    assertThat(engine.reading().unusedPaths(1))
        .containsExactly(new Unused("identity.ignore", "requst_id", Set.of("read")));
  }

  @Test
  void areThoseThatNoCallHadSoFar() {
    LoopEngine engine = engine("default: {identity: {ignore: ['a.b', 'c[*].d', '**.e']}}");
    assertThat(engine.reading().unusedPaths(1)).isEmpty();

    engine.identify("search", Map.of("a", 1, "c", List.of(Map.of("x", 1))));
    assertThat(engine.reading().unusedPaths(1))
        .extracting(Unused::path)
        .containsExactly("a.b", "c[*].d", "**.e");

    engine.identify("search", Map.of("a", Map.of("b", 1)));
    assertThat(engine.reading().unusedPaths(1))
        .extracting(Unused::path)
        .containsExactly("c[*].d", "**.e");

    engine.identify("fetch", Map.of("c", List.of(Map.of("d", Map.of("e", 1)))));
    assertThat(engine.reading().unusedPaths(1)).extracting(Unused::path).containsExactly("**.e");

    engine.identify("fetch", "{\"x\": [[{\"e\": 1}]]}");
    assertThat(engine.reading().unusedPaths(1)).isEmpty();
  }

  @Test
  void areReportedForPathsOfOnlyToo() {
    LoopEngine engine = engine("overrides: {read: {identity: {only: [pth, line]}}}");

    engine.identify(
        "read",
        new Object() {
          @SuppressWarnings("unused")
          final int line = 7;
        });

    assertThat(engine.reading().unusedPaths(1))
        .containsExactly(new Unused("identity.only", "pth", Set.of("read")));
  }

  @Test
  void areThoseOfResultsThatNoResultHad() {
    LoopEngine engine =
        engine("overrides: {deploy: {identity: {ignore_results: [took, '**.node', tok]}}}");
    run(engine, 1, "{\"took\": 3, \"hosts\": [{\"node\": 1}]}");

    assertThat(engine.reading().unusedPaths(1))
        .containsExactly(new Unused("identity.ignore_results", "tok", Set.of("deploy")))
        .noneMatch(Unused::isPrecaution);
  }

  @Test
  void areThoseOfRedactThatNoneOfFiftyCallsHad() {
    LoopEngine engine = engine("telemetry: {redact: [pasword, '**.token', user]}");
    for (int call = 1; call <= 49; call++) {
      engine.identify("search", Map.of("q", call, "password", "x", "user", "ann"));
    }
    engine.identify("noArguments", Map.of());
    engine.identify("text", "token");
    assertThat(engine.reading().unusedPaths(1)).isEmpty();

    engine.identify("fetch", "{\"url\": \"a\"}");

    assertThat(engine.reading().unusedPaths(1))
        .containsExactly(
            new Unused("telemetry.redact", "pasword", Set.of("fetch", "search")),
            new Unused("telemetry.redact", "**.token", Set.of("fetch", "search")))
        .allMatch(Unused::isPrecaution);
  }

  @Test
  void areNotThoseOfRedactThatARareCallHas() {
    LoopEngine engine = engine("telemetry: {redact: ['**.token']}");
    for (int call = 1; call <= 150; call++) {
      engine.identify("search", Map.of("q", call));
    }
    assertThat(engine.reading().unusedPaths(1)).hasSize(1);

    for (int call = 1; call <= 64; call++) {
      engine.identify("log_in", Map.of("headers", Map.of("token", call)));
    }

    assertThat(engine.reading().unusedPaths(1)).isEmpty();
  }

  @Test
  void arePatternsThatMatchedNoneOfFiftyResults() {
    LoopEngine engine = engine("detectors: {volatile: ['build-[0-9]+', 'node [a-z]+']}");
    for (int call = 1; call <= 49; call++) {
      run(engine, call, "started build-" + call);
    }
    assertThat(engine.reading().unusedPaths(1)).isEmpty();

    run(engine, 50, "done");

    assertThat(engine.reading().unusedPaths(1))
        .containsExactly(new Unused("detectors.volatile", "node [a-z]+", Set.of()))
        .allMatch(Unused::isPrecaution);
  }

  private static void run(LoopEngine engine, int number, String result) {
    Decision decision = engine.judge("a", engine.identify("deploy", Map.of("number", number)));
    engine.outcome(Objects.requireNonNull(decision.recorded()), result);
  }

  @Test
  void areReportedWhileTheJvmRunsOnceTheirRuleWasUsedOften() {
    LoopEngine engine = engine("default: {identity: {ignore: [requst_id]}}");
    for (int call = 1; call <= 49; call++) {
      engine.identify("search", Map.of("q", call));
    }
    assertThat(engine.reading().unusedPaths(1)).hasSize(1).noneMatch(Unused::isPrecaution);
    assertThat(engine.reading().unusedPaths(CallReading.ENOUGH_CALLS)).isEmpty();

    engine.identify("search", Map.of("q", "a"));

    assertThat(engine.reading().unusedPaths(CallReading.ENOUGH_CALLS)).hasSize(1);
  }

  private static LoopEngine engine(String yaml) {
    return Engines.of("sentinel: {" + yaml + "}");
  }
}
