package io.loopsentinel.it.jvm.program;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import javax.management.MBeanServer;
import javax.management.MBeanServerBuilder;
import javax.management.MBeanServerDelegate;

/**
 * Makes MBean servers of an application's own kind: they are proxies, which can be told by that.
 */
public final class OwnServerBuilder extends MBeanServerBuilder {

  @Override
  public MBeanServer newMBeanServer(
      String domain, MBeanServer outer, MBeanServerDelegate delegate) {
    MBeanServer server = super.newMBeanServer(domain, outer, delegate);
    return (MBeanServer)
        Proxy.newProxyInstance(
            OwnServerBuilder.class.getClassLoader(),
            new Class<?>[] {MBeanServer.class},
            (proxy, method, arguments) -> {
              try {
                return method.invoke(server, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
