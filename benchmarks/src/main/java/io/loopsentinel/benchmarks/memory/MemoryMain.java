package io.loopsentinel.benchmarks.memory;

import io.loopsentinel.benchmarks.guarded.Agent;
import io.loopsentinel.benchmarks.guarded.ChildJvm;
import io.loopsentinel.benchmarks.report.Goal;
import io.loopsentinel.benchmarks.report.Report;
import io.loopsentinel.benchmarks.report.Row;
import io.loopsentinel.benchmarks.report.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measures what live sessions take of the heap, and how long it takes to forget them. */
public final class MemoryMain {

  private static final List<String> JVM = List.of("-Xmx3g", "-XX:+UseG1GC", "-Xbatch");
  private static final int CALLS = 10;

  private static final String METHOD =
      """
      %s sessions of %d calls, arguments and results all different: the heap in use after garbage \
      collections, before and after, with the sessions' keys. Then sessions that begin where there \
      is room for %s: up to so many, as many more, and 1,000 after all had been idle too long. \
      The longest call by the processor time of its thread, and on the clock, where pauses of the \
      garbage collector and other work on the machine are in it. %d rounds.\
      """;

  private static final String IDLE_TIMEOUT = "60s";
  private static final String IDLE_MILLISECONDS = "61000";

  private MemoryMain() {}

  /**
   * Measures, prints a table, and writes JSON.
   *
   * @param args the agent's jar, the folder for files, the number of rounds, the number of sessions
   *     that are to be live, and of those for which there is room where they are forgotten
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    Agent agent = new Agent(Path.of(args[0]), Files.createDirectories(Path.of(args[1], "memory")));
    String sessions = args[3];
    String room = args[4];
    List<Map<String, Double>> rounds = new ArrayList<>();
    for (int round = 1; round <= Integer.parseInt(args[2]); round++) {
      System.err.println("round " + round + " of " + args[2]);
      Map<String, Double> figures = new LinkedHashMap<>();
      figures.putAll(
          run(
              agent.option("live", "  sessions: {max: 10000000}\n"),
              LiveSessions.class,
              List.of(sessions, String.valueOf(CALLS))));
      String bounded = "  sessions: {max: %s, idle_timeout: %s}%n".formatted(room, IDLE_TIMEOUT);
      figures.putAll(
          run(agent.option("bounded", bounded), Evictions.class, List.of(room, IDLE_MILLISECONDS)));
      rounds.add(figures);
    }
    Report report =
        new Report(
            "Memory",
            METHOD.formatted(sessions, CALLS, room, rounds.size()),
            Map.of("sessions", rows(rounds, Double.parseDouble(sessions) + 1)));
    report.print(System.out);
    report.write(Path.of(args[1], "memory.json"));
  }

  private static Map<String, Double> run(String agent, Class<?> program, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> options = new ArrayList<>(JVM);
    options.add(agent);
    return new ChildJvm(options).run(program, arguments);
  }

  private static List<Row> rows(List<Map<String, Double>> rounds, double live) {
    return rounds.get(0).keySet().stream()
        .map(
            name ->
                switch (name) {
                  case "bytes" ->
                      row("a session of ten calls", name, "bytes", Goal.atMost(700), rounds);
                  case "live after idleness" ->
                      row(
                          "sessions " + name,
                          name,
                          "",
                          Goal.exactly(Evictions.CALLS_AFTER_IDLENESS),
                          rounds);
                  case "live" -> row("sessions live", name, "", Goal.exactly(live), rounds);
                  case "collecting garbage, ms in all" ->
                      row(name, name, "ms", Goal.none(), rounds);
                  default -> row(name, name, "ms", goal(name), rounds);
                })
        .toList();
  }

  private static Goal goal(String name) {
    return name.startsWith("longest, processor") && !name.endsWith("with room")
        ? Goal.atMost(10)
        : Goal.none();
  }

  private static Row row(
      String what, String name, String unit, Goal goal, List<Map<String, Double>> rounds) {
    List<Double> figures =
        rounds.stream().map(round -> round.getOrDefault(name, Double.NaN)).toList();
    return new Row(what, Spread.of(figures), unit, goal);
  }
}
