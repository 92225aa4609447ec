package io.loopsentinel.agent.telemetry.jfr;

import io.loopsentinel.LoopEvent;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import org.jspecify.annotations.Nullable;

/** A finding, as Flight Recorder records it; its stack trace tells who dispatched the call. */
@Name("io.loopsentinel.Finding")
@Label("Finding")
@Category("Loop Sentinel")
@Description("A detector found a loop or a spent budget")
final class FindingEvent extends Event {

  @Label("Detector")
  @Nullable String detector;

  @Label("Action")
  @Description("What was done: observe, warn, hint, abort or terminate")
  @Nullable String action;

  @Label("Tool")
  @Description("Nothing where it was found in a turn of the model")
  @Nullable String tool;

  @Label("Session")
  @Nullable String session;

  @Label("Run")
  @Nullable String run;

  @Label("Target")
  @Description("The name of the target whose method was called")
  @Nullable String target;

  @Label("Count")
  @Description("How often the loop was seen")
  int count;

  @Label("Threshold")
  int threshold;

  @Label("Rung")
  @Description("How often this loop was found in the session, this time included")
  int rung;

  @Label("Cycle")
  @Description("The tools of the loop in order")
  @Nullable String cycle;

  @Label("Fingerprint")
  @Nullable String fingerprint;

  @Label("Reason")
  @Nullable String reason;

  private FindingEvent() {}

  /** Records an event, where a recording wants it. */
  static void record(LoopEvent event) {
    FindingEvent finding = new FindingEvent();
    if (finding.shouldCommit()) {
      finding.fill(event);
      finding.commit();
    }
  }

  private void fill(LoopEvent event) {
    LoopEvent.Loop loop = event.loop();
    if (loop != null) {
      detector = loop.detector();
      action = loop.action();
      count = loop.count();
      threshold = loop.threshold();
      rung = loop.rung();
      cycle = String.join(", ", loop.cycle());
      fingerprint = loop.fingerprint();
    }
    tool = event.tool();
    session = event.session();
    run = event.run();
    target = event.target();
    reason = event.reason();
  }
}
