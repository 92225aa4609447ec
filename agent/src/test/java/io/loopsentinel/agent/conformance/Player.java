package io.loopsentinel.agent.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loopsentinel.agent.config.ConfigLoader;
import io.loopsentinel.agent.config.ConfigResult;
import io.loopsentinel.agent.config.Profiles;
import io.loopsentinel.agent.fingerprint.FieldAccess;
import io.loopsentinel.agent.fingerprint.Fingerprinter;
import io.loopsentinel.agent.session.Engine;
import io.loopsentinel.agent.session.RecordedCall;
import io.loopsentinel.agent.session.Ruling;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Plays steps of a behaviour vector on a fresh engine and says what came of them. */
final class Player {

  private static final String DEFAULT_SESSION = "main";

  /** What a step says about its finding; whatever stands there is compared. */
  private static final List<String> FIGURES = List.of("expect", "count", "occurrence", "detector");

  private final Engine engine;

  private Player(Engine engine) {
    this.engine = engine;
  }

  static Player withConfiguration(String yaml) {
    ConfigResult result = new ConfigLoader(Profiles.shipped()).read(yaml, "vector");
    if (result instanceof ConfigResult.Loaded loaded) {
      return new Player(
          new Engine(loaded.config(), new Fingerprinter(FieldAccess.toOpenPackages())));
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
    ObjectNode seen = call(step);
    return seen.retain(FIGURES.stream().filter(step::has).toList());
  }

  private ObjectNode call(JsonNode step) throws Exception {
    String session = step.has("session") ? step.get("session").asText() : DEFAULT_SESSION;
    Object arguments = new ObjectMapper().treeToValue(step.get("args"), Object.class);
    Ruling ruling = engine.judge(session, engine.identify(step.get("call").asText(), arguments));
    ObjectNode seen = JsonNodeFactory.instance.objectNode();
    RecordedCall recorded;
    if (ruling instanceof Ruling.Found found) {
      recorded = found.recorded();
      seen.put("expect", found.action().name().toLowerCase(Locale.ROOT));
      seen.put("count", found.finding().count());
      seen.put("occurrence", found.occurrence());
      seen.put("detector", found.finding().detector().key());
    } else {
      recorded = ((Ruling.Pass) ruling).recorded();
      seen.put("expect", "run");
    }
    tellOutcome(step, recorded);
    return seen;
  }

  private void tellOutcome(JsonNode step, @Nullable RecordedCall recorded) {
    if (recorded != null && step.has("result")) {
      engine.outcome(recorded, step.get("result").asText());
    }
  }
}
