package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.guard.call.CallEnvironment;
import io.loopsentinel.agent.guard.call.DispatchedCall;
import io.loopsentinel.agent.guard.call.ThreadFrames;
import io.loopsentinel.agent.guard.call.Verdict;
import io.loopsentinel.agent.guard.report.Trial;
import io.loopsentinel.targets.link.LinkedTarget;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the first calls of a target on trial, and reports what they look like. Every call runs, and
 * for other targets it is as if this one were not there.
 */
final class TrialGuard extends MethodGuard {

  private final CallReader reader;
  private final Trial trial;

  TrialGuard(GuardContext context, LinkedTarget target, Trial trial) {
    super(context, target);
    this.reader = new CallReader(context, target);
    this.trial = trial;
  }

  @Override
  @Nullable Verdict decide(ThreadFrames frames, CallEnvironment environment) throws Throwable {
    List<@Nullable String> names = trial.isOver() ? null : reader.names(environment);
    if (names != null) {
      for (DispatchedCall call : reader.read(environment, names)) {
        trial.add(call.call(), call.session()).ifPresent(this::log);
      }
    }
    return null;
  }

  private void log(Trial.Report report) {
    String line =
        "target %s is on trial (%s): %s"
            .formatted(method.target().name(), method.target().origin(), report.text());
    if (report.fits()) {
      context.telemetry().log().info(line);
    } else {
      context.telemetry().log().warn(line);
    }
  }
}
