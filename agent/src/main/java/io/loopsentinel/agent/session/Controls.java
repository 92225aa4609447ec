package io.loopsentinel.agent.session;

import io.loopsentinel.agent.config.Mode;

/** What can be switched while the JVM runs. Thread-safe. */
public final class Controls {

  private volatile Mode mode;
  private volatile boolean enabled = true;

  /** Has guards enabled in a mode. */
  public Controls(Mode mode) {
    this.mode = mode;
  }

  /** Returns whether findings have consequences. */
  public Mode mode() {
    return mode;
  }

  /** Has findings have consequences, or not, from the next judgement on. */
  public void setMode(Mode next) {
    mode = next;
  }

  /** Whether calls and turns are judged at all. */
  public boolean isEnabled() {
    return enabled;
  }

  /** Has calls and turns judged, or pass untouched and unseen. */
  public void setEnabled(boolean judging) {
    enabled = judging;
  }
}
