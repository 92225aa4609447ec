package io.loopsentinel.it.mcp;

import java.util.ArrayList;
import java.util.List;

/** Makes the calls of a scenario, as an agent would whose model asks for them. */
final class Assistant {

  /** A run, where it is named as one. */
  List<Reply> answer(Scenario scenario, Route route, Caller caller) throws InterruptedException {
    return work(scenario, route, caller);
  }

  /** The same work, of which nobody says that it is a run. */
  List<Reply> work(Scenario scenario, Route route, Caller caller) throws InterruptedException {
    if (scenario == Scenario.PARALLEL) {
      return caller.searchAtOnce(query(scenario, route, "loops"), Scenario.AT_ONCE);
    }
    List<Reply> replies = new ArrayList<>();
    for (String query : scenario.queries()) {
      replies.add(caller.call(scenario.tool(), query(scenario, route, query)));
    }
    return replies;
  }

  /** Returns a query that no other scenario has. */
  static String query(Scenario scenario, Route route, String query) {
    return query + " " + scenario + route.word();
  }
}
