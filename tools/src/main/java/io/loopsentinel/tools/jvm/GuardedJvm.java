package io.loopsentinel.tools.jvm;

import com.sun.tools.attach.VirtualMachine;
import io.loopsentinel.management.SentinelMXBean;
import io.loopsentinel.tools.support.UsageException;
import java.io.IOException;
import java.util.Optional;
import javax.management.JMException;
import javax.management.JMX;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** A connection to the agent in another JVM, through JMX on this machine. */
record GuardedJvm(
    String pid,
    String version,
    JMXConnector connector,
    MBeanServerConnection server,
    ObjectName name)
    implements AutoCloseable {

  /** The argument of the agent's jar that makes a running agent register its MBean. */
  private static final String SHOW = "jmx";

  /**
   * Connects to a guarded JVM.
   *
   * @throws UsageException if it is not guarded, or cannot be connected to
   */
  static GuardedJvm connect(long pid) throws UsageException {
    return connect(LocalJvm.of(pid), true)
        .orElseThrow(
            () ->
                new UsageException(
                    pid + " is not guarded; run attach first", LocalJvm.EXIT_REFUSED));
  }

  /**
   * Connects to a JVM if it is guarded, and starts its management agent.
   *
   * @param shows whether to make an agent visible that has not guarded a call so far
   * @throws UsageException if it cannot be connected to, or does not answer in time, because it is
   *     stopped or out of memory
   */
  static Optional<GuardedJvm> connect(LocalJvm jvm, boolean shows) throws UsageException {
    return jvm.ask(() -> attach(jvm, shows));
  }

  // Deserialized data comes from a JVM of the same user.
  @SuppressWarnings("BanJNDI")
  private static Optional<GuardedJvm> attach(LocalJvm jvm, boolean shows)
      throws UsageException, IOException, JMException {
    VirtualMachine machine = jvm.attach();
    try {
      String version = machine.getSystemProperties().getProperty(SentinelMXBean.VERSION_PROPERTY);
      if (version == null) {
        return Optional.empty();
      }
      JMXServiceURL address = new JMXServiceURL(machine.startLocalManagementAgent());
      ObjectName name = new ObjectName(SentinelMXBean.OBJECT_NAME);
      JMXConnector connector = JMXConnectorFactory.connect(address);
      try {
        MBeanServerConnection server = connector.getMBeanServerConnection();
        if (shows && !server.isRegistered(name)) {
          LocalJvm.load(machine, SHOW);
        }
        return Optional.of(new GuardedJvm(jvm.pid(), version, connector, server, name));
      } catch (Throwable e) {
        connector.close();
        throw e;
      }
    } finally {
      LocalJvm.detach(machine);
    }
  }

  /** Returns whether the agent is registered. */
  boolean isVisible() throws UsageException {
    try {
      return server.isRegistered(name);
    } catch (IOException e) {
      throw refusal("does not answer: " + e);
    }
  }

  SentinelMXBean sentinel() throws UsageException {
    if (!isVisible()) {
      throw refusal("has an agent that JMX does not show: telemetry.jmx is false there");
    }
    return JMX.newMXBeanProxy(server, name, SentinelMXBean.class);
  }

  UsageException refusal(String reason) {
    return new UsageException(pid + " " + reason, LocalJvm.EXIT_REFUSED);
  }

  @Override
  public void close() {
    try {
      connector.close();
    } catch (IOException e) {
      // The JVM has ended.
    }
  }
}
