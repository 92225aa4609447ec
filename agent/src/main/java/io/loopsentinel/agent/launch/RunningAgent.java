package io.loopsentinel.agent.launch;

import io.loopsentinel.agent.config.ConfigLoader;
import io.loopsentinel.agent.config.ConfigResult;
import io.loopsentinel.agent.config.ConfigResult.Loaded;
import io.loopsentinel.agent.config.ConfigResult.Rejected;
import io.loopsentinel.agent.config.Profiles;
import io.loopsentinel.agent.config.SentinelConfig;
import io.loopsentinel.agent.management.AgentLifecycle;
import io.loopsentinel.agent.telemetry.AgentThread;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.management.SentinelMXBean;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The life cycle of the agent: it can be reloaded and detached while the JVM runs. Thread-safe; one
 * change at a time.
 */
final class RunningAgent implements AgentLifecycle {

  private static final String NO_FILE =
      "this JVM was started without a configuration file. " + SentinelMXBean.RELOAD_REFUSED;

  private final @Nullable String argument;
  private final PrintStream out;
  private final AtomicBoolean guarded;
  private @Nullable SentinelConfig config;
  private @Nullable DeferredGuard guard;
  private @Nullable Thread exitHook;
  private @Nullable Thread watcher;

  /**
   * Creates the life cycle of an agent that has not started.
   *
   * @param argument the agent's argument
   * @param out the log's output, closed when the agent is detached
   * @param guarded set while this JVM is guarded, so that no second agent starts
   */
  RunningAgent(@Nullable String argument, PrintStream out, AtomicBoolean guarded) {
    this.argument = argument;
    this.out = out;
    this.guarded = guarded;
  }

  /** Sets the started guard and its configuration, {@code null} without one. */
  synchronized void begin(DeferredGuard started, @Nullable SentinelConfig running) {
    guard = started;
    config = running;
    guarded.set(true);
    System.setProperty(SentinelMXBean.VERSION_PROPERTY, AgentStart.version());
    watchFile();
  }

  /** Registers a task for the end of the JVM, unless the agent is detached before. */
  synchronized void atExit(Runnable task) {
    exitHook = AgentThread.daemon("loop-sentinel exit", task);
    Runtime.getRuntime().addShutdownHook(exitHook);
  }

  @Override
  public synchronized String reload() {
    DeferredGuard running = guard;
    SentinelConfig before = config;
    if (running == null) {
      return "the agent has ended";
    }
    Profiles profiles = Profiles.shipped();
    ConfigLoader loader = new ConfigLoader(profiles);
    if (before == null || loader.file(argument).isEmpty()) {
      return NO_FILE;
    }
    ConfigResult result = loader.load(argument);
    if (result instanceof Rejected rejected) {
      String report = rejected.report(SentinelMXBean.RELOAD_REFUSED);
      telemetry().refused(report);
      return report;
    }
    Loaded loaded = (Loaded) result;
    ConfigChanges changes = ConfigChanges.between(before, loaded.config());
    if (changes.isEmpty()) {
      return loaded.source() + ": nothing has changed";
    }
    String line = "%s was read again; changed: %s".formatted(loaded.source(), changes);
    config = loaded.config();
    running.reconfigure(loaded.config(), profiles.targets(loaded.config()));
    loaded.warnings().forEach(warning -> telemetry().log().warn(warning.toString()));
    telemetry().switched(line);
    watchFile();
    return line;
  }

  @Override
  public synchronized void detach() {
    DeferredGuard running = guard;
    if (running == null) {
      return;
    }
    running.telemetry().switched("guards NOTHING from now on: detached, all classes are restored");
    guard = null;
    if (watcher != null) {
      watcher.interrupt();
    }
    if (exitHook != null) {
      Runtime.getRuntime().removeShutdownHook(exitHook);
    }
    running.stop();
    guarded.set(false);
    System.clearProperty(SentinelMXBean.VERSION_PROPERTY);
    out.close();
  }

  /** Watches the file on a daemon thread, while configured. */
  private void watchFile() {
    if (watcher == null && interval() != null) {
      File file = new ConfigLoader(Profiles.shipped()).file(argument).orElse(null);
      // Read on this thread, so that a change before the other one runs is noticed.
      byte[] known = content(file);
      watcher = AgentThread.daemon("loop-sentinel reload", () -> reloadOnChange(file, known));
      watcher.start();
    }
  }

  private synchronized @Nullable Duration interval() {
    return config == null || guard == null ? null : config.reload().orElse(null);
  }

  private void reloadOnChange(@Nullable File file, byte @Nullable [] first) {
    byte[] known = first;
    byte[] last = first;
    try {
      for (Duration pause = interval(); pause != null && file != null; pause = interval()) {
        Thread.sleep(pause.toMillis());
        byte[] current = content(file);
        // Not while the file changes from pause to pause, because it may be half written.
        if (Arrays.equals(current, last) && !Arrays.equals(current, known)) {
          known = current;
          reloadOrReport();
        }
        last = current;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    synchronized (this) {
      watcher = null;
    }
  }

  private void reloadOrReport() {
    try {
      reload();
    } catch (RuntimeException | LinkageError failure) {
      telemetry().failures().accept(failure);
    }
  }

  private static byte @Nullable [] content(@Nullable File file) {
    if (file == null || !file.isFile()) {
      return null; // Reported by reload.
    }
    try (FileInputStream in = new FileInputStream(file)) {
      return in.readAllBytes();
    } catch (IOException e) {
      return null; // Reported by reload.
    }
  }

  private Telemetry telemetry() {
    return Objects.requireNonNull(guard).telemetry();
  }

  void warn(String line) {
    telemetry().log().warn(line);
  }
}
