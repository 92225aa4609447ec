package io.loopsentinel.agent.telemetry.jfr;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.event.CheckRecorder;
import io.loopsentinel.agent.telemetry.event.EventSink;
import io.loopsentinel.engine.text.Printable;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Has Flight Recorder record what is found, that a session was ended, and each check while a
 * recording is on. Thread-safe.
 *
 * <p>To be added as an immediate sink: the recording then tells the thread and the stack of the
 * call, and holds the last event of a JVM, whose end a queue would race with. Nothing of JFR is
 * loaded before the first finding, and of its events nothing before the first recording.
 */
public final class FlightRecorderSink implements EventSink, CheckRecorder {

  /**
   * Whether this JVM has a Flight Recorder: images without the module {@code jdk.jfr} have none.
   */
  public static boolean isPossible() {
    return ModuleLayer.boot().findModule("jdk.jfr").isPresent();
  }

  @Override
  public String name() {
    return "Flight Recorder";
  }

  @Override
  public boolean isListening() {
    return FlightRecorder.isInitialized();
  }

  @Override
  public void accept(LoopEvent event) {
    if (isListening()) {
      switch (event.type()) {
        case LOOP_DETECTED, TURN_WARNED, BUDGET_EXCEEDED -> FindingEvent.record(event);
        case SESSION_TERMINATED -> TerminationEvent.record(event);
        default -> {}
      }
    }
  }

  @Override
  public @Nullable Check begin() {
    if (!FlightRecorder.isInitialized()) {
      return null;
    }
    CheckEvent event = new CheckEvent();
    if (!event.isEnabled()) {
      return null;
    }
    event.begin();
    return new RecordedCheck(event);
  }

  private record RecordedCheck(CheckEvent event) implements Check {

    @Override
    public void end(String target, Object session, @Nullable String tool, String decision) {
      event.end();
      if (event.shouldCommit()) {
        event.decision = decision;
        event.tool = tool == null ? null : Printable.of(tool, Printable.NAME);
        event.session = Printable.of(session.toString(), Printable.NAME);
        event.target = target;
        event.commit();
      }
    }
  }
}
