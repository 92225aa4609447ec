package io.loopsentinel.agent.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loopsentinel.engine.call.ModelTurn;
import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.detect.SimilarTurnsDetector.RecentTurns;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.RecordedCall;
import io.loopsentinel.targets.config.ConfigResult;
import io.loopsentinel.targets.load.ConfigLoader;
import io.loopsentinel.targets.load.Profiles;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Plays steps of a behaviour vector on a fresh engine and says what came of them. */
final class Player {

  private static final String DEFAULT_SESSION = "main";

  /** What a step says about its finding; whatever stands there is compared. */
  private static final List<String> FIGURES =
      List.of(
          "expect",
          "count",
          "period",
          "occurrence",
          "detector",
          "detectors",
          "consecutive",
          "similarity");

  private final LoopEngine engine;

  private Player(LoopEngine engine) {
    this.engine = engine;
  }

  static Player withConfiguration(String yaml) {
    ConfigResult result = new ConfigLoader(Profiles.shipped()).read(yaml, "vector");
    if (result instanceof ConfigResult.Loaded loaded) {
      return new Player(
          new LoopEngine(
              loaded.config().engine(), new Fingerprinter(FieldAccess.toOpenPackages())));
    }
    throw new AssertionError(((ConfigResult.Rejected) result).report());
  }

  /** Returns those figures of a step, or of what was seen, that the step speaks of. */
  static ObjectNode figures(JsonNode step) {
    ObjectNode figures = JsonNodeFactory.instance.objectNode();
    FIGURES.stream().filter(step::has).forEach(name -> figures.set(name, step.get(name)));
    return figures;
  }

  JsonNode play(JsonNode step) throws Exception {
    if (step.has("reset")) {
      engine.reset(step.get("reset").asText());
      return figures(step);
    }
    String session = step.has("session") ? step.get("session").asText() : DEFAULT_SESSION;
    ObjectNode seen = step.has("turn") ? turn(step, session) : call(step, session);
    return seen.retain(FIGURES.stream().filter(step::has).toList());
  }

  private ObjectNode turn(JsonNode step, String session) {
    long tokens = step.path("tokens").asLong();
    String text = step.get("turn").textValue();
    ObjectNode seen = seen(engine.turns().judge(session, new ModelTurn(text, tokens, 0, null)));
    RecentTurns.Similarity similarity = engine.turns().similarityOfLatest(session);
    return seen.put("similarity", similarity.greatest())
        .put("consecutive", similarity.consecutive());
  }

  private ObjectNode call(JsonNode step, String session) throws Exception {
    Object arguments = new ObjectMapper().treeToValue(step.get("args"), Object.class);
    Decision decision =
        engine.judge(session, engine.identify(step.get("call").asText(), arguments));
    Decision.Found before = decision instanceof Decision.Found found ? found : null;
    RecordedCall recorded =
        before != null ? before.recorded() : ((Decision.Pass) decision).recorded();
    Decision.Found after = recorded == null ? null : outcome(step, recorded);
    boolean afterDecides =
        after != null && (before == null || after.action().compareTo(before.action()) > 0);
    return seen(afterDecides ? after : before);
  }

  private Decision.@Nullable Found outcome(JsonNode step, RecordedCall recorded) {
    if (step.has("error")) {
      return engine.outcomeFailed(recorded, step.get("error").asText());
    }
    return step.has("result") ? engine.outcome(recorded, step.get("result").asText()) : null;
  }

  private static ObjectNode seen(Decision.@Nullable Found found) {
    ObjectNode seen = JsonNodeFactory.instance.objectNode();
    if (found == null) {
      return seen.put("expect", "run");
    }
    Finding finding = found.decisive().finding();
    seen.put("expect", found.action().name().toLowerCase(Locale.ROOT));
    seen.put("count", finding.count());
    seen.put("period", finding.cycle().size());
    seen.put("occurrence", found.decisive().occurrence());
    seen.put("detector", finding.detector());
    found.detections().stream()
        .map(Detection::finding)
        .forEach(each -> seen.withArray("detectors").add(each.detector()));
    return seen;
  }
}
