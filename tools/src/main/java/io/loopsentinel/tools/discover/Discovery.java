package io.loopsentinel.tools.discover;

import io.loopsentinel.agent.instrument.ModuleOpener;
import io.loopsentinel.agent.instrument.TargetInstrumentation;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.targets.expression.Linker;
import io.loopsentinel.tools.inspect.InspectionReport;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.util.List;

/**
 * Watches an application while it runs, and writes the targets found when it ends.
 *
 * @param standardError where the targets are written if the argument names no file
 */
record Discovery(DiscoverArgument argument, AgentLog log, PrintStream standardError) {

  /**
   * Watches classes that are loaded from now on; throws if the JVM refuses. Returns a task that
   * writes the targets, to be run when the application has ended.
   */
  Runnable start(Instrumentation instrumentation) throws Exception {
    CandidateTargets candidates = new CandidateTargets(log);
    Linker linker = new Linker(new ModuleOpener(instrumentation)::lookupIn);
    ThreadLocal<Watch.State> threads = ThreadLocal.withInitial(Watch.State::new);
    TargetInstrumentation.watch(
        instrumentation,
        new Telemetry(log),
        candidates,
        (method, target) ->
            new Watch(candidates.evidence(target.name()), method, candidates, linker, threads));
    return () -> write(candidates);
  }

  private void write(CandidateTargets candidates) {
    List<String> lines = lines(candidates);
    try {
      if (argument.out() == null) {
        lines.forEach(standardError::println);
      } else {
        Files.write(argument.out().toPath(), lines);
        log.info("wrote the discovered targets to " + argument.out());
      }
    } catch (IOException | RuntimeException | Error failure) {
      // The application may have too many classes, or classes that cannot be analyzed.
      log.error("cannot write the discovered targets: " + failure);
    }
  }

  private List<String> lines(CandidateTargets candidates) {
    String title =
        "discover: the methods that were called, of %d watched in %,d classes."
            .formatted(candidates.watched().size(), candidates.classes().count());
    return InspectionReport.ofRun(
        candidates.classes(),
        new ObservedCalls(candidates.watched()),
        !argument.ignoresProfiles(),
        title);
  }
}
