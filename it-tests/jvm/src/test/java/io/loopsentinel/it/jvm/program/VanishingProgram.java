package io.loopsentinel.it.jvm.program;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.JMException;
import javax.management.MBeanInfo;
import javax.management.ObjectName;

/**
 * Looks like a guarded JVM, and is gone as soon as it is asked for something, or knows nothing that
 * it is asked for.
 */
public final class VanishingProgram {

  private VanishingProgram() {}

  /** Takes {@code older} if it stays and knows nothing; ends with its input, too. */
  public static void main(String[] args) throws JMException, IOException {
    Object vanishing =
        Proxy.newProxyInstance(
            VanishingProgram.class.getClassLoader(),
            new Class<?>[] {DynamicMBean.class},
            (proxy, method, arguments) -> {
              if (!method.getName().equals("getMBeanInfo")) {
                if (args.length > 0) {
                  throw new AttributeNotFoundException("No such attribute");
                }
                Runtime.getRuntime().halt(0);
              }
              return new MBeanInfo(VanishingProgram.class.getName(), null, null, null, null, null);
            });
    ManagementFactory.getPlatformMBeanServer()
        .registerMBean(vanishing, new ObjectName("io.loopsentinel:type=Sentinel"));
    System.setProperty("io.loopsentinel.version", "1.0.0");
    System.out.println("ready");
    while (System.in.read() >= 0) {
      // Whatever is written, only the end of the input counts.
    }
  }
}
