package io.loopsentinel.it.jvm.program;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/**
 * Calls a tool for one user after the other until it is killed. Prints how many calls the budget of
 * all users tells of after the first one, and then how many ran.
 */
public final class SpendingProgram {

  /** So many have a budget of their own, and the file takes its time to be written. */
  private static final int USERS = 5_000;

  private static final long PAUSE = TimeUnit.MICROSECONDS.toNanos(200);

  private SpendingProgram() {}

  static String dispatch(String user, Map<String, Object> arguments) {
    return user + " reads page " + arguments;
  }

  /** Takes no arguments, and does not end by itself. */
  public static void main(String[] args) throws JMException {
    dispatch("user 0", Map.of("page", 0));
    System.out.println("spent " + spent());
    for (int calls = 1; true; calls++) {
      dispatch("user " + calls % USERS, Map.of("page", calls));
      System.out.println(calls);
      LockSupport.parkNanos(PAUSE);
    }
  }

  private static long spent() throws JMException {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName name = new ObjectName("io.loopsentinel:type=Sentinel");
    while (!server.isRegistered(name)) {
      // The first call waits for that, but on a busy machine not for ever.
      LockSupport.parkNanos(PAUSE);
    }
    Object budgets = server.getAttribute(name, "Budgets");
    for (CompositeData budget : (CompositeData[]) budgets) {
      if (budget.get("name").equals("all")) {
        return ((Number) budget.get("used")).longValue();
      }
    }
    throw new IllegalStateException("there is no budget for all");
  }
}
