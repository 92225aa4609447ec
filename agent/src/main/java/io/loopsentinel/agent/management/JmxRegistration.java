package io.loopsentinel.agent.management;

import io.loopsentinel.agent.telemetry.Headroom;
import io.loopsentinel.management.SentinelMXBean;
import io.loopsentinel.targets.thread.AgentThread;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * Registers {@code io.loopsentinel:type=Sentinel} with the platform's MBean server.
 *
 * <p>The JVM creates that server once, with the builder that the system property {@code
 * javax.management.builder.initial} names at that moment. An application may set it in its main
 * method. Failures are reported, not thrown. Thread-safe.
 *
 * <p>An image may lack JMX. Verifying this class loads no type of it, because none is converted to
 * another class, and no handler names its exceptions.
 */
public final class JmxRegistration {

  /** The time that the first call waits for JMX. */
  private static final Duration TIMEOUT = Duration.ofSeconds(3);

  private final SentinelMXBean bean;
  private final BooleanSupplier isConfigured;
  private final Consumer<Throwable> failures;
  private final AtomicBoolean isRegistered = new AtomicBoolean();
  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile @Nullable MBeanServer server;

  public JmxRegistration(
      SentinelMXBean bean, BooleanSupplier isConfigured, Consumer<Throwable> failures) {
    this.bean = bean;
    this.isConfigured = isConfigured;
    this.failures = failures;
  }

  /**
   * Registers the bean on a thread of the agent, because the server may be the application's, and
   * waits for some seconds.
   */
  public void registerAndWait() {
    Thread thread = AgentThread.daemon("loop-sentinel jmx", this::registerWithHeadroom);
    thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
    thread.start();
    try {
      thread.join(TIMEOUT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for a free descriptor, because the JDK's classes for JMX load a native library. */
  private void registerWithHeadroom() {
    try {
      if (new Headroom().await(closed)) {
        register(true);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Registers the bean if that is configured, unless it is registered.
   *
   * @param createsServer whether to create the server if there is none; false before main
   */
  public void register(boolean createsServer) {
    try {
      if (isConfigured.getAsBoolean()
          && isPossible()
          && (createsServer || hasServer())
          && isRegistered.compareAndSet(false, true)) {
        try {
          MBeanServer platform = ManagementFactory.getPlatformMBeanServer();
          platform.registerMBean(new DescribedBean(bean), name());
          server = platform;
        } finally {
          isRegistered.set(server != null);
        }
        if (closed.getCount() == 0) { // The agent was detached meanwhile.
          unregister();
        }
      }
    } catch (Exception | LinkageError e) {
      failures.accept(e);
    }
  }

  public synchronized void unregister() {
    MBeanServer current = server;
    if (current != null) {
      server = null;
      isRegistered.set(false);
      try {
        current.unregisterMBean(name());
      } catch (Exception | LinkageError e) {
        failures.accept(e);
      }
    }
  }

  /** Unregisters the bean, and cancels a registration that waits. */
  public void close() {
    closed.countDown();
    unregister();
  }

  /** Returns whether this JVM has JMX: an image may lack the module {@code java.management}. */
  private static boolean isPossible() {
    return ModuleLayer.boot().findModule("java.management").isPresent();
  }

  private static ObjectName name() throws JMException {
    return new ObjectName(SentinelMXBean.OBJECT_NAME);
  }

  /** Returns whether there is a platform server, without creating one. */
  private static boolean hasServer() throws JMException {
    ObjectName runtime = new ObjectName("java.lang:type=Runtime");
    return MBeanServerFactory.findMBeanServer(null).stream()
        .anyMatch(server -> server.isRegistered(runtime));
  }
}
