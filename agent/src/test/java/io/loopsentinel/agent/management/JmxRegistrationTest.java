package io.loopsentinel.agent.management;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.management.SentinelMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import javax.management.MBeanServer;
import javax.management.MBeanServerDelegate;
import javax.management.NotificationListener;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The registration of the agent's MBean. */
class JmxRegistrationTest {

  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
  private final List<Throwable> failures = new ArrayList<>();
  private final JmxRegistration registration =
      new JmxRegistration(bean(), () -> true, failures::add);

  private static SentinelMXBean bean() {
    Class<?>[] types = {SentinelMXBean.class};
    return (SentinelMXBean)
        Proxy.newProxyInstance(
            SentinelMXBean.class.getClassLoader(),
            types,
            (self, method, arguments) -> {
              throw new UnsupportedOperationException(method.getName());
            });
  }

  @AfterEach
  void close() {
    registration.close();
  }

  @Test
  void isMadeLaterIfTheFirstAttemptFails() throws Exception {
    ObjectName name = new ObjectName(SentinelMXBean.OBJECT_NAME);
    server.registerMBean(new DescribedBean(bean()), name);
    registration.register(true);
    server.unregisterMBean(name);
    assertThat(failures).hasSize(1);

    registration.register(true);

    assertThat(failures).hasSize(1);
    assertThat(server.isRegistered(name)).isTrue();
  }

  @Test
  void isUndoneIfTheAgentIsDetachedMeanwhile() throws Exception {
    NotificationListener detaching = (notification, handback) -> registration.close();
    server.addNotificationListener(MBeanServerDelegate.DELEGATE_NAME, detaching, null, null);

    registration.register(true);

    server.removeNotificationListener(MBeanServerDelegate.DELEGATE_NAME, detaching);
    assertThat(server.isRegistered(new ObjectName(SentinelMXBean.OBJECT_NAME))).isFalse();
    assertThat(failures).isEmpty();
  }
}
