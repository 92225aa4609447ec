package io.loopsentinel.store.file;

import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.identity.IdentityRule;
import io.loopsentinel.engine.response.Messages;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.Sharing;
import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.engine.settings.Effect;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.EngineSettings.ToolOverride;
import io.loopsentinel.engine.settings.Glob;
import io.loopsentinel.engine.settings.ToolPolicy;
import io.loopsentinel.engine.settings.ToolPolicy.Limits;
import io.loopsentinel.engine.settings.ToolPolicy.Progress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Pays one order, an effect that happens once, and writes what came of it. */
final class PayingProgram {

  /** The arguments are the file of the store, and whether the payment ends. */
  public static void main(String[] args) throws Exception {
    try (FileStore store = new FileStore(Path.of(args[0]), Instant::now)) {
      LoopEngine engine =
          new LoopEngine(settings(), new Fingerprinter(FieldAccess.toOpenPackages()))
              .sharing(new Sharing(store, "pod"));
      ToolCall call = engine.identify("pay", Map.of("order", 5));
      Decision decision = engine.judge("c-1", call);
      if (decision instanceof Decision.Found found) {
        System.out.println(Messages.hint(engine.report("c-1", call, found.decisive())));
        return;
      }
      System.out.println("executing");
      if (args[1].equals("false")) {
        Thread.sleep(Duration.ofMinutes(10).toMillis()); // It is killed meanwhile.
      }
      Decision.Found unused = engine.outcome(Objects.requireNonNull(decision.recorded()), "Paid.");
    }
  }

  private static EngineSettings settings() {
    Effect effect =
        new Effect(IdentityRule.ALL_ARGUMENTS, Budget.SESSION, Duration.ofDays(7), null);
    Limits limits = new Limits(3, 10, 10, Progress.AWARE, null, null, effect, null);
    return EngineSettings.DEFAULT.withOverrides(
        List.of(new ToolOverride(Glob.of("pay"), ToolPolicy.DEFAULT.withLimits(limits))));
  }

  private PayingProgram() {}
}
