package io.loopsentinel.it.library;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.settings.EngineSettings;
import java.util.List;
import java.util.Map;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/**
 * Random calls and commands on one session from three threads at once have the results of some
 * order of them, one after the other. Lincheck looks for that order. It instruments all classes of
 * its JVM, so this is no test beside those of the engine.
 */
public class LinearizabilityIT {

  private static final Fingerprinter FINGERPRINTER =
      new Fingerprinter(FieldAccess.toOpenPackages());

  private final LoopEngine engine = new LoopEngine(EngineSettings.DEFAULT, FINGERPRINTER);

  /** More scenarios in the full matrix. */
  @Test
  void operationsOnASessionHappenOneAfterTheOther() {
    StressOptions options =
        new StressOptions()
            .iterations(Boolean.getBoolean("loopsentinel.matrix") ? 10 : 3)
            .invocationsPerIteration(300)
            .threads(3)
            .actorsBefore(3)
            .actorsPerThread(3)
            .actorsAfter(2);

    assertThatCode(() -> options.check(LinearizabilityIT.class)).doesNotThrowAnyException();
  }

  @Operation
  public String search() {
    return said(engine.judge("s", call("search")));
  }

  @Operation
  public String look() {
    return said(engine.judge("s", call("look")));
  }

  @Operation
  public List<String> searchAndLook() {
    return engine.judgeBatch("s", List.of(call("search"), call("look"))).stream()
        .map(LinearizabilityIT::said)
        .toList();
  }

  @Operation
  public boolean reset() {
    return engine.reset("s");
  }

  @Operation
  public void end() {
    engine.end("s");
  }

  @Operation
  public void reopen() {
    engine.reopen("s");
  }

  private ToolCall call(String tool) {
    return engine.identify(tool, Map.of("query", "x"));
  }

  private static String said(Decision decision) {
    return decision instanceof Decision.Found found
        ? "%s %d %d"
            .formatted(
                found.action(), found.decisive().finding().count(), found.decisive().occurrence())
        : "run";
  }
}
