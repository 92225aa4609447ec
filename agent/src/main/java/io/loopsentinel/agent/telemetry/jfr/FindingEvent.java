package io.loopsentinel.agent.telemetry.jfr;

import io.loopsentinel.LoopEvent;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import org.jspecify.annotations.Nullable;

/** A finding for Flight Recorder. Its stack trace shows the code that dispatched the call. */
@Name("io.loopsentinel.Finding")
@Label("Finding")
@Category("Loop Sentinel")
@Description("A detector found a loop or a spent budget")
final class FindingEvent extends Event {

  @Label("Detector")
  String detector;

  @Label("Action")
  @Description("observe, warn, reuse, hint, ask, abort or terminate")
  String action;

  @Label("Tool")
  @Description("Absent if the finding is about a turn of the model")
  @Nullable String tool;

  @Label("Session")
  @Nullable String session;

  @Label("Run")
  @Nullable String run;

  @Label("Target")
  @Description("The name of the target whose method was called")
  @Nullable String target;

  @Label("Count")
  @Description("Number of repetitions of the loop")
  int count;

  @Label("Threshold")
  int threshold;

  @Label("Rung")
  @Description("Number of findings of this loop in the session, including this one")
  int rung;

  @Label("Cycle")
  @Description("The tools of the loop in order")
  String cycle;

  @Label("Fingerprint")
  String fingerprint;

  @Label("Reason")
  String reason;

  FindingEvent(LoopEvent event, LoopEvent.Loop loop) {
    detector = loop.detector();
    action = loop.action();
    tool = event.tool();
    session = event.session();
    run = event.run();
    target = event.target();
    count = loop.count();
    threshold = loop.threshold();
    rung = loop.rung();
    cycle = String.join(", ", loop.cycle());
    fingerprint = loop.fingerprint();
    reason = event.reason();
  }
}
