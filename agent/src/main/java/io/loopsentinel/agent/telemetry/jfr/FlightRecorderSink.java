package io.loopsentinel.agent.telemetry.jfr;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.event.CheckRecorder;
import io.loopsentinel.agent.telemetry.event.EventSink;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Records findings, ended sessions and checks with Flight Recorder, while a recording is on.
 * Thread-safe.
 *
 * <p>The sink is immediate, so that a recording has the thread and stack of the call, and the last
 * event before JVM exit, which a queue could miss. No class of JFR is loaded before the first
 * finding, and no event class before the first recording.
 */
public final class FlightRecorderSink implements EventSink, CheckRecorder {

  /** Returns whether this JVM has a Flight Recorder; runtime images may lack its module. */
  public static boolean isPossible() {
    return ModuleLayer.boot().findModule("jdk.jfr").isPresent();
  }

  @Override
  public String name() {
    return "Flight Recorder";
  }

  @Override
  public boolean isImmediate() {
    return true;
  }

  @Override
  public void accept(LoopEvent event) {
    LoopEvent.Loop loop = event.loop();
    if (loop == null || !FlightRecorder.isInitialized()) {
      return;
    }
    switch (event.type()) {
      case LOOP_DETECTED, TURN_WARNED, BUDGET_EXCEEDED -> new FindingEvent(event, loop).commit();
      case SESSION_TERMINATED -> new TerminationEvent(event, loop).commit();
      default -> {}
    }
  }

  @Override
  public @Nullable Check begin() {
    if (!FlightRecorder.isInitialized()) {
      return null;
    }
    CheckEvent check = new CheckEvent();
    check.begin();
    return check.isEnabled() ? check : null;
  }
}
