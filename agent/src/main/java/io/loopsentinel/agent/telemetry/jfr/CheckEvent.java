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

/** A check, as Flight Recorder records it. Without its stack, which would take longer than it. */
@Name("io.loopsentinel.Check")
@Label("Check")
@Category("Loop Sentinel")
@Description("A call or turn was judged; takes as long as reading and judging it did")
@StackTrace(false)
final class CheckEvent extends Event implements CheckRecorder.Check {

  @Label("Decision")
  @Description("What came of it: pass, observe, warn, hint, abort or terminate")
  @Nullable String decision;

  @Label("Tool")
  @Description("Nothing where a turn of the model was judged")
  @Nullable String tool;

  @Label("Session")
  @Nullable String session;

  @Label("Target")
  @Description("The name of the target whose method was called")
  @Nullable String target;

  @Override
  public void end(String name, Object key, @Nullable String called, String decided) {
    end();
    target = name;
    session = Printable.of(key.toString(), Printable.NAME);
    tool = called == null ? null : Printable.of(called, Printable.NAME);
    decision = decided;
    commit();
  }
}
