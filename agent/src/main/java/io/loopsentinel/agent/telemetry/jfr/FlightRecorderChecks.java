package io.loopsentinel.agent.telemetry.jfr;

import io.loopsentinel.agent.telemetry.event.CheckRecorder;
import io.loopsentinel.engine.text.Printable;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/** Has Flight Recorder record each check while a recording is on. Thread-safe. */
public final class FlightRecorderChecks implements CheckRecorder {

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
