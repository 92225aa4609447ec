package com.acme.support;

import io.loopsentinel.engine.Sentinel;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.Ladder;
import io.loopsentinel.engine.settings.Mode;
import io.loopsentinel.engine.settings.ToolPolicy;
import io.loopsentinel.engine.settings.ToolPolicy.Limits;
import io.loopsentinel.engine.settings.ToolPolicy.Progress;

final class Sentinels {

  private static final ToolPolicy PATIENT =
      ToolPolicy.DEFAULT
          .withLimits(new Limits(5, 20, 20, Progress.AWARE))
          .withEscalation(Ladder.of(Action.WARN, Action.HINT, Action.TERMINATE));

  static final Sentinel ENFORCING = Sentinel.with(EngineSettings.DEFAULT.withDefaults(PATIENT));

  static final Sentinel OBSERVING =
      Sentinel.with(EngineSettings.DEFAULT.withDefaults(PATIENT).withMode(Mode.OBSERVE));

  private Sentinels() {}
}
