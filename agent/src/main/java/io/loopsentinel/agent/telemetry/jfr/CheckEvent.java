package io.loopsentinel.agent.telemetry.jfr;

import io.loopsentinel.agent.telemetry.event.CheckRecorder;
import io.loopsentinel.engine.text.Printable;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** A check for Flight Recorder. Without a stack trace, which would take longer than the check. */
@Name("io.loopsentinel.Check")
@Label("Check")
@Category("Loop Sentinel")
@Description("A call or turn was judged; the duration covers reading and judging it")
@StackTrace(false)
final class CheckEvent extends Event implements CheckRecorder.Check {

  @Label("Decision")
  @Description("pass, or an action as in Finding")
  @Nullable String decision;

  @Label("Tool")
  @Description("Absent if a turn of the model was judged")
  @Nullable String tool;

  @Label("Session")
  @Nullable String session;

  @Label("Target")
  @Description("The name of the target whose method was called")
  @Nullable String target;

  @Override
  public void end(
      String targetName, Object sessionKey, @Nullable String toolName, String decisionName) {
    end();
    target = targetName;
    session = Printable.name(sessionKey);
    tool = toolName == null ? null : Printable.name(toolName);
    decision = decisionName;
    commit();
  }
}
