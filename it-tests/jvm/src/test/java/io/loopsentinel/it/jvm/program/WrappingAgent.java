package io.loopsentinel.it.jvm.program;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;

/** An agent that starts Loop Sentinel in a JVM which is not quite what it seems. */
public final class WrappingAgent {

  private WrappingAgent() {}

  /**
   * Takes what is wrong with the JVM, a colon, and the arguments of Loop Sentinel.
   *
   * <p>{@code old}: it is Java 8. {@code refusing}: it does not open its modules.
   */
  public static void premain(String arguments, Instrumentation instrumentation) throws Exception {
    List<String> parts = List.of(arguments.split(":", 2));
    String version = System.getProperty("java.specification.version");
    if (parts.get(0).equals("old")) {
      System.setProperty("java.specification.version", "1.8");
    }
    Class.forName("io.loopsentinel.launch.LoopSentinelAgent")
        .getMethod("premain", String.class, Instrumentation.class)
        .invoke(
            null,
            parts.get(1),
            parts.get(0).equals("refusing") ? refusing(instrumentation) : instrumentation);
    System.setProperty("java.specification.version", version);
  }

  private static Instrumentation refusing(Instrumentation instrumentation) {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          if (method.getName().equals("redefineModule")) {
            throw new UnsupportedOperationException("modules stay closed");
          }
          try {
            return method.invoke(instrumentation, arguments);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        };
    return (Instrumentation)
        Proxy.newProxyInstance(
            WrappingAgent.class.getClassLoader(), new Class<?>[] {Instrumentation.class}, handler);
  }
}
