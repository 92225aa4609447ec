package io.loopsentinel.it.jvm.program;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.LoopSentinel;
import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.scenario.Operator;
import java.lang.management.ManagementFactory;
import java.net.http.HttpTimeoutException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import javax.management.ObjectName;

/** The application of the documentation, whose model and tools go by a script. */
public final class Acme {

  private Acme() {}

  /** Dispatches calls of tools. */
  public static final class Dispatcher {
    private Dispatcher() {}

    static String dispatch(String session, String tool, Map<String, Object> arguments) {
      return switch (tool) {
        case "search" -> "nothing";
        case "open" -> "error: no such file";
        default -> "page " + arguments.get("page");
      };
    }

    static List<String> dispatchAll(String session, List<String> tools) {
      return tools.stream().map(tool -> tool + " ran").toList();
    }

    static int count(String session) {
      return 7;
    }

    static String status(String connection) {
      return "up";
    }

    static String submit(Map<String, Object> job) {
      return "submitted";
    }
  }

  /** A response of the model. */
  record Response(
      String text, String model, int inputTokens, int outputTokens, List<String> tools) {}

  /** Asks the model. */
  static final class Model {
    private Model() {}

    static Response chat(String session, String text, String... tools) {
      return new Response(text, "gpt-5", 900, 80, List.of(tools));
    }

    /** Asks a provider that may be down. */
    static String ping(boolean down) throws HttpTimeoutException {
      if (down) {
        throw new HttpTimeoutException("request timed out");
      }
      return "pong";
    }
  }

  /** Answers users. */
  public static final class Assistant {

    /** Answers in a session. */
    public static Object ask(String session, Callable<Object> run) throws Exception {
      return run.call();
    }

    /** Answers a question, for which it searches the same again and again. */
    public Object answer(String session, String question) throws Exception {
      return ask(
          session,
          () -> {
            for (int i = 0; i < 6; i++) {
              Model.chat(session, "I look for " + question + " in place " + "abcdef".charAt(i));
              Dispatcher.dispatch(session, "search", Map.of("q", question));
            }
            return "nothing found";
          });
    }
  }

  /** Has all kinds of events come about. */
  public static void main(String[] args) throws Exception {
    // Its session is ended as well, until the next run begins it again.
    refused(() -> new Assistant().answer("c-7", "order 5"));
    Assistant.ask("c-7", () -> Dispatcher.submit(Map.of("job", 1)));
    for (int i = 0; i < 4; i++) {
      Model.chat("c-8", "Which order do you mean?");
    }
    for (int page = 0; page < 6; page++) {
      Dispatcher.dispatch("c-9", "read_page", Map.of("page", page, "token", "secret"));
    }
    LoopSentinel.tell("c-8", "Order 5 is meant.");
    meetRarerThings();
    pingUntilItIsUp();
    ObjectName agent = new ObjectName("io.loopsentinel:type=Sentinel");
    askAPerson();
    ManagementFactory.getPlatformMBeanServer()
        .invoke(agent, "setMode", new Object[] {"observe"}, new String[] {String.class.getName()});
    System.out.println("done");
    while (System.in.read() >= 0) {
      // The test ends it, once all alerts have come.
    }
  }

  /** The provider is unavailable for a second, the shortest time there is. */
  private static void pingUntilItIsUp() throws Exception {
    for (int i = 0; i < 2; i++) {
      try {
        Model.ping(true);
      } catch (HttpTimeoutException down) {
        // As any provider is at times.
      }
    }
    Thread.sleep(1_100);
    Model.ping(false);
  }

  /** Makes a call wait, and answers it. */
  private static void askAPerson() throws Exception {
    LoopSentinel.Subscription listening =
        LoopSentinel.subscribe(
            event -> {
              if (event.type() == LoopEvent.Type.CALL_WAITING) {
                Operator.answer(Objects.requireNonNull(event.question()).id(), "run", null);
              }
            });
    for (int i = 0; i < 2; i++) {
      Dispatcher.dispatch("c-15", "pay", Map.of("order", 5));
    }
    listening.close();
  }

  private static void meetRarerThings() throws Exception {
    for (int i = 0; i < 3; i++) {
      Dispatcher.dispatch("c-10", "open", Map.of("path", "/" + i));
    }
    for (int i = 0; i < 3; i++) {
      Dispatcher.dispatchAll("c-11", List.of("fetch"));
    }
    refused(() -> Dispatcher.dispatchAll("c-11", List.of("list", "fetch")));
    for (int i = 0; i < 3; i++) {
      Dispatcher.count("c-12");
    }
    refused(() -> Dispatcher.count("c-12"));
    Dispatcher.status("pool-1");
    Model.chat("c-13", "I look it up", "serach");
    Model.chat("c-13", "Once more");
  }

  private static void refused(Callable<Object> call) throws Exception {
    try {
      call.call();
    } catch (ToolLoopError expected) {
      return;
    }
    throw new IllegalStateException("was not refused");
  }
}
