package io.loopsentinel.agent.telemetry.jfr;

import io.loopsentinel.LoopEvent;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import org.jspecify.annotations.Nullable;

/** The end of a session, for Flight Recorder. */
@Name("io.loopsentinel.Termination")
@Label("Termination")
@Category("Loop Sentinel")
@Description("A session was ended: its calls and turns are refused until it is reset")
final class TerminationEvent extends Event {

  @Label("Session")
  @Nullable String session;

  @Label("Detector")
  String detector;

  @Label("Tool")
  @Nullable String tool;

  @Label("Target")
  @Description("The name of the target whose method was called")
  @Nullable String target;

  @Label("Reason")
  String reason;

  TerminationEvent(LoopEvent event, LoopEvent.Loop loop) {
    session = event.session();
    detector = loop.detector();
    tool = event.tool();
    target = event.target();
    reason = event.reason();
  }
}
