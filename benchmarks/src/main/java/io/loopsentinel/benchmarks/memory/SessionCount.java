package io.loopsentinel.benchmarks.memory;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/** How many sessions the agent remembers. */
final class SessionCount {

  private SessionCount() {}

  /** Asks the agent over JMX. */
  static int live() throws JMException {
    Object live =
        ManagementFactory.getPlatformMBeanServer()
            .getAttribute(new ObjectName("io.loopsentinel:type=Sentinel"), "SessionsLive");
    return (Integer) live;
  }
}
