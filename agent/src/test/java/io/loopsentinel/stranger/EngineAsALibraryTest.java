package io.loopsentinel.stranger;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.response.Messages;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.ToolCall;
import io.loopsentinel.engine.settings.EngineSettings;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The engine used as its Javadoc shows, with no agent and from another package and module. */
class EngineAsALibraryTest {

  private final LoopEngine engine =
      new LoopEngine(EngineSettings.DEFAULT, new Fingerprinter(FieldAccess.toOpenPackages()));

  @Test
  void answersTheFourthEqualCallWithAHint() {
    assertThat(Stream.generate(() -> call("late orders")).limit(4))
        .startsWith("no orders", "no orders", "no orders")
        .last()
        .asString()
        .startsWith(
            "loop-detected: search has already run 3 times with the arguments"
                + " {\"query\":\"late orders\"}");
  }

  @Test
  void runsCallsThatDiffer() {
    assertThat(Stream.of("late", "early", "open", "closed").map(this::call))
        .containsOnly("no orders");
  }

  private String call(String query) {
    ToolCall call = engine.identify("search", Map.of("query", query));
    Decision decision = engine.judge("conversation-7", call);
    if (decision instanceof Decision.Found found && !found.action().runsCall()) {
      return Messages.hint(engine.report("conversation-7", call, found.decisive()));
    }
    String result = "no orders";
    if (decision.recorded() != null) {
      engine.outcome(decision.recorded(), result);
    }
    return result;
  }
}
