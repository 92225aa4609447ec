package io.loopsentinel.engine.settings;

import org.jspecify.annotations.Nullable;

/** The settings of one detector: an immutable record, declared in the class of the detector. */
public interface DetectorSettings {

  boolean enabled();

  /** Returns the detector's own ladder, or {@code null} if none is configured. */
  default @Nullable Ladder escalation() {
    return null;
  }
}
