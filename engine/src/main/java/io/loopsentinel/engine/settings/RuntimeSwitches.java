package io.loopsentinel.engine.settings;

import java.util.function.Consumer;

/** The switches for mode and judging, which may change while the JVM runs. Thread-safe. */
public final class RuntimeSwitches {

  private volatile Mode mode;
  private volatile boolean enabled = true;
  private volatile Consumer<Boolean> listener = isEnabled -> {};

  /** Creates switches with judging enabled. */
  public RuntimeSwitches(Mode mode) {
    this.mode = mode;
  }

  public Mode mode() {
    return mode;
  }

  /** Sets the mode, with effect from the next judgement. */
  public void setMode(Mode next) {
    mode = next;
  }

  public boolean isEnabled() {
    return enabled;
  }

  /** Sets whether calls and turns are judged. */
  public void setEnabled(boolean judging) {
    enabled = judging;
    listener.accept(judging);
  }

  /** Notifies a listener whether calls and turns are judged: now, and at each change. */
  public void onSwitch(Consumer<Boolean> switched) {
    listener = switched;
    switched.accept(enabled);
  }
}
