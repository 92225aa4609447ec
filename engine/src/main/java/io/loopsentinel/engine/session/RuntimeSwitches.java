package io.loopsentinel.engine.session;

import io.loopsentinel.engine.settings.Mode;
import java.util.function.Consumer;

/** What can be switched while the JVM runs. Thread-safe. */
public final class RuntimeSwitches {

  private volatile Mode mode;
  private volatile boolean enabled = true;
  private volatile Consumer<Boolean> listener = isEnabled -> {};

  /** Has guards enabled in a mode. */
  public RuntimeSwitches(Mode mode) {
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
    listener.accept(judging);
  }

  /** Has somebody told whether calls and turns are judged: now, and whenever it is switched. */
  public void tell(Consumer<Boolean> switched) {
    listener = switched;
    switched.accept(enabled);
  }
}
