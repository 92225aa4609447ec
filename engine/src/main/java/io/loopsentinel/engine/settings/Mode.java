package io.loopsentinel.engine.settings;

/** Whether findings have consequences. */
public enum Mode {
  /** The actions of findings are carried out. */
  ENFORCE,
  /** Findings are reported only. */
  OBSERVE
}
