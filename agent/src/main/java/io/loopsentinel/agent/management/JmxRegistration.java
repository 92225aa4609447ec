package io.loopsentinel.agent.management;

import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.session.RuntimeSwitches;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;

/**
 * Registers {@code io.loopsentinel:type=Sentinel} with the platform's MBean server.
 *
 * <p>That is made once, by the builder that the system property {@code
 * javax.management.builder.initial} names then, and an application may set that in its main.
 * Thread-safe.
 */
public final class JmxRegistration {

  /**
   * Which targets guard something so far.
   *
   * @param matched how many do, those of profiles included
   * @param unmatched the names of those of the configuration file that do not. That one of a
   *     profile does not is no news: hardly a program uses all frameworks
   */
  public record TargetCoverage(int matched, List<String> unmatched) {}

  private final Supplier<SentinelMXBean> bean;
  private final AtomicBoolean done = new AtomicBoolean();

  /**
   * Creates a registration that is still to be made.
   *
   * @param version the agent's version
   * @param targets which targets guard something, when asked
   */
  public JmxRegistration(
      String version,
      Telemetry telemetry,
      SessionDirectory sessions,
      RuntimeSwitches controls,
      Supplier<TargetCoverage> targets) {
    this.bean = () -> new ManagedSentinel(version, telemetry, sessions, controls, targets);
  }

  /** Whether this JVM has JMX: images without the module {@code java.management} have none. */
  public static boolean isPossible() {
    return ModuleLayer.boot().findModule("java.management").isPresent();
  }

  /**
   * Registers the bean, unless that was done before; to be called after main has begun.
   *
   * @throws JMException if the server refuses it
   */
  public void register() throws JMException {
    if (done.compareAndSet(false, true)) {
      ManagementFactory.getPlatformMBeanServer()
          .registerMBean(bean.get(), new ObjectName("io.loopsentinel:type=Sentinel"));
    }
  }

  /**
   * Registers the bean where there is a server already; asks for those that were made, which makes
   * none.
   *
   * @throws JMException if the server refuses it
   */
  public void registerIfThereIsAServer() throws JMException {
    ObjectName runtime = new ObjectName("java.lang:type=Runtime");
    for (MBeanServer server : MBeanServerFactory.findMBeanServer(null)) {
      if (server.isRegistered(runtime)) {
        register();
      }
    }
  }
}
