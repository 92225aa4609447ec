package io.loopsentinel.engine.settings;

import org.jspecify.annotations.Nullable;

/**
 * The settings of one detector: a part of the section {@code detectors}, as an immutable record
 * beside the detector that it is for.
 */
public interface DetectorSettings {

  /** Returns whether the detector is asked at all. */
  boolean enabled();

  /** Returns the detector's own ladder, or {@code null} where none is configured. */
  default @Nullable Ladder escalation() {
    return null;
  }
}
