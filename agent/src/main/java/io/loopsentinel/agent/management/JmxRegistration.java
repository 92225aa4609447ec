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
 * <p>The JVM creates that server once, with the builder that the system property {@code
 * javax.management.builder.initial} names at that moment. An application may set it in its main
 * method. Thread-safe.
 */
public final class JmxRegistration {

  private final SentinelMXBean bean;
  private final AtomicBoolean isRegistered = new AtomicBoolean();
  private volatile @Nullable MBeanServer server;

  /** Creates a registration that has not been made. */
  public JmxRegistration(SentinelMXBean bean) {
    this.bean = bean;
  }

  /** Returns whether this JVM has JMX: an image may lack the module {@code java.management}. */
  public static boolean isPossible() {
    return ModuleLayer.boot().findModule("java.management").isPresent();
  }

  /**
   * Registers the bean, unless it is registered.
   *
   * @param createsServer whether to create the server if there is none; false before main
   */
  public void register(boolean createsServer) throws JMException {
    if ((createsServer || hasServer()) && isRegistered.compareAndSet(false, true)) {
      MBeanServer platform = ManagementFactory.getPlatformMBeanServer();
      platform.registerMBean(new DescribedBean(bean), name());
      server = platform;
    }
  }

  /** Unregisters the bean, if it is registered. */
  public void unregister() throws JMException {
    MBeanServer current = server;
    if (current != null) {
      server = null;
      isRegistered.set(false);
      current.unregisterMBean(name());
    }
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
