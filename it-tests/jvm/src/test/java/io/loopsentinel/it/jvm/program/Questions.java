package io.loopsentinel.it.jvm.program;

import io.loopsentinel.LoopSentinel;
import io.loopsentinel.LoopSession;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;

/** Asks the agent all that it can be asked, over JMX and by its API. */
final class Questions {

  private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
  private final ObjectName name;
  private final Written written;

  private Questions(Written written) throws JMException {
    this.name = new ObjectName("io.loopsentinel:type=Sentinel");
    this.written = written;
  }

  static void ask(Written written) throws JMException {
    Questions questions = new Questions(written);
    questions.askAttributes();
    questions.askOperations();
    questions.askSessions();
  }

  private void askAttributes() throws JMException {
    for (MBeanAttributeInfo attribute : server.getMBeanInfo(name).getAttributes()) {
      tell(attribute.getName(), server.getAttribute(name, attribute.getName()));
    }
  }

  private void askOperations() throws JMException {
    tell("summary", invoke("summary", new Object[0]));
    tell("setMode", invoke("setMode", "enforce"));
    tell("setMode", invoke("setMode", LoopSentinel.sessions().get(0).key()));
    tell("reset", invoke("reset", LoopSentinel.sessions().get(0).key()));
  }

  private void askSessions() {
    for (LoopSession session : LoopSentinel.sessions()) {
      tell("session", session);
    }
  }

  private Object invoke(String operation, Object... values) throws JMException {
    String[] types =
        Arrays.stream(values).map(each -> each.getClass().getName()).toArray(String[]::new);
    try {
      return server.invoke(name, operation, values, types);
    } catch (JMException | RuntimeException e) {
      return e + " " + e.getCause();
    }
  }

  private void tell(String question, Object answer) {
    if (answer instanceof TabularData table) {
      table.values().forEach(row -> tell(question, ((CompositeData) row).values()));
    } else if (answer instanceof Object[] items) {
      tell(question, Arrays.asList(items));
    } else {
      // The summary has several lines; no other answer has.
      String text = String.valueOf(answer);
      for (String line : question.equals("summary") ? text.split("\n") : new String[] {text}) {
        written.answer(question + ": " + line);
      }
    }
  }
}
