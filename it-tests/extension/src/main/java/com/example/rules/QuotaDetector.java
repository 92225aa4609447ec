package com.example.rules;

import io.loopsentinel.engine.api.DetectorExtension;
import io.loopsentinel.engine.api.FoundLoop;
import io.loopsentinel.engine.api.LoopRule;
import io.loopsentinel.engine.api.SettingException;
import java.util.Map;

/** Finds a tool that is called too often within a session's latest calls, whatever it is asked. */
public final class QuotaDetector implements DetectorExtension {

  @Override
  public String name() {
    return "quota";
  }

  @Override
  public LoopRule configure(Map<String, Object> settings) throws SettingException {
    if (!(settings.getOrDefault("calls", 20) instanceof Number calls) || calls.intValue() < 1) {
      throw new SettingException("calls", "expected a number above 0");
    }
    int most = calls.intValue();
    return (call, earlier) -> {
      long made = earlier.stream().filter(each -> each.tool().equals(call.tool())).count();
      return made < most
          ? null
          : new FoundLoop(
              call.tool(),
              Math.toIntExact(made),
              most,
              "%s was called %d times.".formatted(call.tool(), made),
              "Answer with what you know.");
    };
  }
}
