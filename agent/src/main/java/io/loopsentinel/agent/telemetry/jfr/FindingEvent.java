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
    LoopEvent.Loop loop = event.loop();
    if (!finding.shouldCommit()) {
      return;
    }
    if (loop != null) {
      finding.detector = loop.detector();
      finding.action = loop.action();
      finding.count = loop.count();
      finding.threshold = loop.threshold();
      finding.rung = loop.rung();
      finding.cycle = String.join(", ", loop.cycle());
      finding.fingerprint = loop.fingerprint();
    }
    finding.tool = event.tool();
    finding.session = event.session();
    finding.run = event.run();
    finding.target = event.target();
    finding.reason = event.reason();
    finding.commit();
  }
}
