package io.loopsentinel.it.mcp;

import com.fasterxml.jackson.databind.ObjectMapper;

/** Client and server in one JVM; prints the {@link Outcome} of one scenario as a line of JSON. */
final class OneJvmProgram {

  private OneJvmProgram() {}

  public static void main(String[] args) {
    try (HttpServers servers = HttpServers.start();
        Caller caller =
            Caller.connect(Connections.overHttp(servers.port(), HttpServers.SESSIONS), false)) {
      Outcome outcome =
          ScenarioProgram.outcome(
              Scenario.REPEATING,
              Route.HTTP,
              caller,
              new Assistant().work(Scenario.REPEATING, Route.HTTP, caller));
      System.out.println(new ObjectMapper().writeValueAsString(outcome));
    } catch (Exception failure) {
      failure.printStackTrace();
      System.exit(1);
    }
    System.exit(0);
  }
}
