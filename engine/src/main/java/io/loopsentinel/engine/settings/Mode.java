package io.loopsentinel.engine.settings;

/** Whether findings have consequences. */
public enum Mode {
  /** Findings are acted upon. */
  ENFORCE,
  /** Everything is detected and reported, nothing is changed. */
  OBSERVE
}
