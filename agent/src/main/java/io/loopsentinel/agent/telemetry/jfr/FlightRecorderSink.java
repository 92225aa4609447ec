package io.loopsentinel.agent.telemetry.jfr;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.event.CheckRecorder;
import io.loopsentinel.agent.telemetry.event.EventSink;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Has Flight Recorder record what is found, that a session was ended, and each check while a
 * recording is on. Thread-safe.
 *
 * <p>An immediate sink: the recording tells the thread and the stack of the call, and holds the
 * last event of a JVM, whose end a queue would race with. Nothing of JFR is loaded before the first
 * finding, and of its events nothing before the first recording.
 */
public final class FlightRecorderSink implements EventSink, CheckRecorder {

  /** Whether this JVM has a Flight Recorder: images without its module have none. */
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
