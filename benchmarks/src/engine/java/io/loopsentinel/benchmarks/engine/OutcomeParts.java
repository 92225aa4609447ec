package io.loopsentinel.benchmarks.engine;

import io.loopsentinel.benchmarks.guarded.ArgumentsKind;
import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.RecordedCall;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;

/** The parts of a call beside its identity, for calls with a map and all different results. */
final class OutcomeParts {

  /** A power of two, and more than a session looks back on. */
  private static final int IN_TURN = 256;

  private static final int WORDS = 10;
  private static final int JSON_LENGTH = 2048;

  private final LoopEngine engine = Engines.shipped();
  private final Random random = new Random(1);
  private final ToolCall[] calls = new ToolCall[IN_TURN];
  private final RecordedCall recorded;
  private int judged;
  private final Outcome[] outcomes = new Outcome[IN_TURN];
  private final String[] sentences = new String[IN_TURN];
  private final String[] jsons = new String[IN_TURN];

  OutcomeParts() {
    IntFunction<Object> source = ArgumentsKind.MAP.source();
    for (int i = 0; i < IN_TURN; i++) {
      sentences[i] = sentence();
      jsons[i] = json();
      calls[i] = engine.identify(IdentityParts.TOOL, source.apply(i));
      outcomes[i] = engine.reading().readOutcome(judge(calls[i]), sentences[i]);
    }
    recorded = judge(engine.identify(IdentityParts.TOOL, source.apply(IN_TURN)));
  }

  List<Part> parts() {
    return List.of(
        new Part("a result of ten words read", i -> read(i, sentences)),
        new Part("a result of 2 KB of JSON read", i -> read(i, jsons)),
        new Part("call and outcome judged", this::judgeBoth));
  }

  private long read(int call, String[] results) {
    return engine.reading().readOutcome(recorded, results[call & (IN_TURN - 1)]).rawKey();
  }

  /** Counts for itself: numbers are left out while other parts run, and no call may come again. */
  private long judgeBoth(int call) {
    int at = judged++ & (IN_TURN - 1);
    if (engine.judgeOutcome(judge(calls[at]), outcomes[at], null).found() != null) {
      throw new IllegalStateException("a loop was found where there is none");
    }
    return at;
  }

  private RecordedCall judge(ToolCall call) {
    Decision decision = engine.judge("session", call);
    if (decision instanceof Decision.Pass pass && pass.recorded() != null) {
      return pass.recorded();
    }
    throw new IllegalStateException("a call did not run: " + decision);
  }

  private String json() {
    StringBuilder json = new StringBuilder("{\"matches\":[");
    while (json.length() < JSON_LENGTH - 100) {
      json.append("{\"file\":\"").append(word()).append("\",\"line\":").append(random.nextInt(999));
      json.append(",\"text\":\"").append(sentence()).append("\"},");
    }
    return json.append("{}]}").toString();
  }

  private String sentence() {
    StringBuilder sentence = new StringBuilder(word());
    for (int i = 1; i < WORDS; i++) {
      sentence.append(' ').append(word());
    }
    return sentence.toString();
  }

  private String word() {
    StringBuilder word = new StringBuilder();
    for (int i = 3 + random.nextInt(6); i > 0; i--) {
      word.append((char) ('a' + random.nextInt(26)));
    }
    return word.toString();
  }
}
