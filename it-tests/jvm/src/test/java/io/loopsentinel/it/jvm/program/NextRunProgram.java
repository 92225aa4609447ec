package io.loopsentinel.it.jvm.program;

import java.lang.management.ManagementFactory;
import java.util.Map;
import javax.management.ObjectName;

/** Runs an agent several times; during the first run an operator writes to the next ones. */
public final class NextRunProgram {

  private NextRunProgram() {}

  /** Takes no arguments; prints the result of each call on a line. */
  public static void main(String[] args) throws Exception {
    Acme.Assistant.ask(
        "c-1",
        () -> {
          search("c-1");
          tellNextRun("c-1", "Order 5 is meant.");
          tellNextRun("user=c-2", "Order 6 is meant.");
          return search("c-1");
        });
    for (String session : new String[] {"c-1", "c-2", "c-2"}) {
      Acme.Assistant.ask(session, () -> search(session));
    }
  }

  private static String search(String session) {
    String result = Acme.Dispatcher.dispatch(session, "search", Map.of("q", "x"));
    System.out.println(session + ": " + result.replace("\n\n", " | "));
    return result;
  }

  private static void tellNextRun(String name, String text) throws Exception {
    String type = String.class.getName();
    ObjectName agent = new ObjectName("io.loopsentinel:type=Sentinel");
    Object unused =
        ManagementFactory.getPlatformMBeanServer()
            .invoke(agent, "tellNextRun", new Object[] {name, text}, new String[] {type, type});
  }
}
