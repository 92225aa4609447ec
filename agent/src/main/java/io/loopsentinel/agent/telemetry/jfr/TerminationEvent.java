package io.loopsentinel.agent.telemetry.jfr;

import io.loopsentinel.LoopEvent;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import org.jspecify.annotations.Nullable;

/** The end of a session, as Flight Recorder records it. */
@Name("io.loopsentinel.Termination")
@Label("Termination")
@Category("Loop Sentinel")
@Description("A session was ended: its calls and turns are refused until it is reset")
final class TerminationEvent extends Event {

  @Label("Session")
  @Nullable String session;

  @Label("Detector")
  @Nullable String detector;

  @Label("Tool")
  @Nullable String tool;

  @Label("Target")
  @Description("The name of the target whose method was called")
  @Nullable String target;

  @Label("Reason")
  @Nullable String reason;

  private TerminationEvent() {}

  /** Records an event, where a recording wants it. */
  static void record(LoopEvent event) {
    TerminationEvent termination = new TerminationEvent();
    if (termination.shouldCommit()) {
      LoopEvent.Loop loop = event.loop();
      termination.detector = loop == null ? null : loop.detector();
      termination.session = event.session();
      termination.tool = event.tool();
      termination.target = event.target();
      termination.reason = event.reason();
      termination.commit();
    }
  }
}
