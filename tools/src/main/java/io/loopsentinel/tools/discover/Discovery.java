package io.loopsentinel.tools.discover;

import io.loopsentinel.agent.instrument.ModuleOpener;
import io.loopsentinel.agent.instrument.TargetInstrumentation;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.targets.config.ConfigResult.Loaded;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.expression.Linker;
import io.loopsentinel.targets.load.ConfigLoader;
import io.loopsentinel.targets.load.Profiles;
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

  /** A target for all watched methods. Only its kind of advice is used. */
  private static final String PLACEHOLDER =
      "sentinel: {targets: [{name: watched, kind: run, type: a.B, method: c}]}";

  /**
   * Watches the tools of classes that are loaded from now on; throws if the JVM refuses. Returns a
   * task that writes the targets, to be run when the application has ended.
   */
  Runnable start(Instrumentation instrumentation) throws Exception {
    FieldAccess access = new ModuleOpener(instrumentation)::lookupIn;
    Fields fields = new Fields(access);
    Values values = new Values(fields);
    Search search = new Search(values);
    ToolSelection tools = new ToolSelection(argument.tools());
    Watching watching = new Watching(tools, placeholder(), log);
    Turns turns = new Turns(values, search);
    Calls calls = new Calls(tools, watching, fields, search, new Results(values, fields), turns);
    watching.start(
        instrumentation,
        TargetInstrumentation.watch(instrumentation, new Telemetry(log), watching, calls));
    return () -> write(new TargetsFile(tools, calls, turns, new Expressions(new Linker(access))));
  }

  private static TargetSpec placeholder() {
    Loaded loaded = (Loaded) new ConfigLoader(Profiles.shipped()).read(PLACEHOLDER, "discover");
    return loaded.config().targets().get(0);
  }

  private void write(TargetsFile file) {
    try {
      List<String> lines = file.lines();
      if (argument.out() == null) {
        lines.forEach(standardError::println);
      } else {
        Files.write(argument.out().toPath(), lines);
        log.info("wrote the discovered targets to " + argument.out());
      }
    } catch (IOException | RuntimeException | Error failure) {
      log.error("cannot write the discovered targets: " + failure);
    }
  }
}
