package io.loopsentinel.agent.management;

import io.loopsentinel.management.SentinelMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * Registers {@code io.loopsentinel:type=Sentinel} with the platform's MBean server.
 *
 * <p>That is made once, by the builder that the system property {@code
 * javax.management.builder.initial} names then, and an application may set that in its main.
 * Thread-safe.
 */
public final class JmxRegistration {

  private final SentinelMXBean bean;
  private final AtomicBoolean done = new AtomicBoolean();
  private volatile @Nullable MBeanServer server;

  /** Creates a registration that is still to be made. */
  public JmxRegistration(SentinelMXBean bean) {
    this.bean = bean;
  }

  /** Whether this JVM has JMX: images without the module {@code java.management} have none. */
  public static boolean isPossible() {
    return ModuleLayer.boot().findModule("java.management").isPresent();
  }

  /**
   * Registers the bean, unless that was done before.
   *
   * @param makesServer whether the server may be made for it, which is no good before main
   */
  public void register(boolean makesServer) throws JMException {
    if ((makesServer || hasServer()) && done.compareAndSet(false, true)) {
      MBeanServer platform = ManagementFactory.getPlatformMBeanServer();
      platform.registerMBean(new DescribedBean(bean), name());
      server = platform;
    }
  }

  /** Takes the bean away again, where it was registered. */
  public void unregister() throws JMException {
    MBeanServer registered = server;
    if (registered != null) {
      server = null;
      done.set(false);
      registered.unregisterMBean(name());
    }
  }

  private static ObjectName name() throws JMException {
    return new ObjectName(SentinelMXBean.OBJECT_NAME);
  }

  /** Asks for those made, which makes none. */
  private static boolean hasServer() throws JMException {
    ObjectName runtime = new ObjectName("java.lang:type=Runtime");
    return MBeanServerFactory.findMBeanServer(null).stream()
        .anyMatch(server -> server.isRegistered(runtime));
  }
}
