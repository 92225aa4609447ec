package io.loopsentinel.it.mcp;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Plays each scenario on each route, and prints each {@link Outcome} as a line of JSON. */
final class ScenarioProgram {

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * There, a client starts a server of its own: two have nothing to share. And the client's
   * transport refuses messages at the same moment, as {@link RetryingTransport} tells of the
   * server's.
   */
  private static final Set<Scenario> OVER_STDIO =
      EnumSet.complementOf(EnumSet.of(Scenario.SHARING, Scenario.PARALLEL));

  private final Connections connections;

  private ScenarioProgram(Connections connections) {
    this.connections = connections;
  }

  /** The arguments are the JVM options of the servers. */
  public static void main(String[] args) {
    // Clients keep threads for connections to come: without an exit a failure would look as a hang.
    try (Connections connections = Connections.open(List.of(args))) {
      new ScenarioProgram(connections).play();
    } catch (Exception failure) {
      failure.printStackTrace();
      System.exit(1);
    }
    System.exit(0);
  }

  private void play() throws Exception {
    for (Route route : Route.values()) {
      if (route == Route.STDIO_IN_RUN) {
        playOnOneConnection(route);
        continue;
      }
      for (Scenario scenario : Scenario.values()) {
        try (Caller caller = connections.connect(route)) {
          print(outcome(scenario, route, caller));
        }
      }
    }
  }

  private void playOnOneConnection(Route route) throws Exception {
    try (Caller caller = connections.connect(route)) {
      for (Scenario scenario : OVER_STDIO) {
        print(outcome(scenario, route, caller));
      }
    }
  }

  private Outcome outcome(Scenario scenario, Route route, Caller caller) throws Exception {
    List<Reply> replies =
        scenario == Scenario.SHARING ? shared(route, caller) : replies(scenario, route, caller);
    return outcome(scenario, route, caller, replies);
  }

  /** Asks what has come of a scenario besides the replies. */
  static Outcome outcome(Scenario scenario, Route route, Caller caller, List<Reply> replies) {
    String first = Assistant.query(scenario, route, scenario.queries().get(0));
    Reply runs = caller.call(Library.RUNS, first);
    Reply after = caller.call(Library.SEARCH, Assistant.query(scenario, route, "the end"));
    return new Outcome(route, scenario, replies, Integer.parseInt(runs.texts().get(0)), after);
  }

  /** Two runs have one client; of two clients outside of runs, each has its own user. */
  private List<Reply> shared(Route route, Caller caller) throws Exception {
    if (route.isInRun()) {
      return atOnce(route, caller, caller);
    }
    try (Caller other = connections.connect(route)) {
      return atOnce(route, caller, other);
    }
  }

  private static List<Reply> atOnce(Route route, Caller one, Caller other) throws Exception {
    ExecutorService users = Executors.newFixedThreadPool(2);
    try {
      List<Callable<List<Reply>>> both =
          List.of(
              () -> replies(Scenario.SHARING, route, one),
              () -> replies(Scenario.SHARING, route, other));
      List<Reply> replies = new ArrayList<>();
      for (Future<List<Reply>> each : users.invokeAll(both)) {
        replies.addAll(each.get());
      }
      return replies;
    } finally {
      users.shutdown();
    }
  }

  private static List<Reply> replies(Scenario scenario, Route route, Caller caller)
      throws InterruptedException {
    Assistant assistant = new Assistant();
    return route.isInRun()
        ? assistant.answer(scenario, route, caller)
        : assistant.work(scenario, route, caller);
  }

  private static void print(Outcome outcome) throws Exception {
    System.out.println(JSON.writeValueAsString(outcome));
  }
}
