package io.loopsentinel.it.jvm.program;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/** Asks the agent over JMX in its own JVM, and switches it. */
public final class ManagedProgram {

  private static final ObjectName NAME = name();
  private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(2);
  private static final long REGISTRATION_TIMEOUT = TimeUnit.SECONDS.toNanos(5);

  private ManagedProgram() {}

  /** Takes the class name of a builder of MBean servers, or nothing. */
  public static void main(String[] args) throws JMException {
    if (args.length > 0) {
      System.setProperty("javax.management.builder.initial", args[0]);
    }
    loop(4);
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    System.out.println("server " + server.getClass().getSimpleName());
    // The first call waits for the bean, but on a busy machine not for ever; there may be none.
    long end = System.nanoTime() + REGISTRATION_TIMEOUT;
    while (!server.isRegistered(NAME) && System.nanoTime() < end) {
      LockSupport.parkNanos(PAUSE);
    }
    System.out.println("registered " + server.isRegistered(NAME));
    if (server.isRegistered(NAME) && args.length == 0) {
      operate(server);
    }
  }

  private static void operate(MBeanServer server) throws JMException {
    System.out.println("seen " + server.getAttribute(NAME, "CallsSeen"));
    System.out.println("stopped " + server.getAttribute(NAME, "CallsStopped"));
    invoke(server, "setMode", "observe", String.class);
    loop(1);
    invoke(server, "setMode", "enforce", String.class);
    loop(1);
    invoke(server, "setEnabled", false, boolean.class);
    loop(1);
    invoke(server, "setEnabled", true, boolean.class);
    loop(1);
    System.out.println(
        List.of(
            ((CompositeData[]) server.invoke(NAME, "listSessions", null, null))
                [0].getAll(new String[] {"ended", "name"})));
    invoke(server, "reset", "main", String.class);
    loop(1);
    System.out.println("resetAll " + server.invoke(NAME, "resetAll", null, null));
    System.out.println("live " + server.getAttribute(NAME, "SessionsLive"));
    System.out.println("seen " + server.getAttribute(NAME, "CallsSeen"));
    invoke(server, "setMode", "strict", String.class);
    describe(server.getMBeanInfo(NAME));
  }

  /** Prints what tells a person nothing: all should have a description. */
  private static void describe(MBeanInfo bean) {
    Set<String> names = new TreeSet<>();
    Stream.of(bean.getAttributes(), bean.getOperations())
        .flatMap(Stream::of)
        .filter(feature -> !feature.getDescription().contains(" "))
        .forEach(feature -> names.add(feature.getName()));
    Stream.of(bean.getOperations())
        .flatMap(operation -> Stream.of(operation.getSignature()))
        .filter(parameter -> parameter.getName().matches("p\\d+"))
        .forEach(parameter -> names.add(parameter.getName()));
    System.out.println("without a description: " + names);
  }

  private static void invoke(MBeanServer server, String operation, Object value, Class<?> type)
      throws JMException {
    Object result;
    try {
      result = server.invoke(NAME, operation, new Object[] {value}, new String[] {type.getName()});
    } catch (JMException | RuntimeException e) {
      result = e.getCause() == null ? e : e.getCause();
    }
    System.out.println(operation + " " + value + ": " + result);
  }

  private static void loop(int calls) {
    LoopingProgram.main(new String[] {"Private", Integer.toString(calls)});
  }

  private static ObjectName name() {
    try {
      return new ObjectName("io.loopsentinel:type=Sentinel");
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }
}
