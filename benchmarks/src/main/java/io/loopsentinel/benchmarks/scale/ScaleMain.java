package io.loopsentinel.benchmarks.scale;

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
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Measures how the cost of a call grows with history, sessions, tools and threads. */
public final class ScaleMain {

  private static final List<String> WINDOWS = List.of("10", "100", "1000", "100000");
  private static final List<String> TOOLS = List.of("1", "10", "1000");
  private static final List<String> JVM = List.of("-Xmx3g", "-XX:+UseG1GC", "-Xbatch");
  private static final int FIRST_JAVA_WITH_VIRTUAL_THREADS = 21;
  private static final double FLAT = 1.5;

  private static final String METHOD =
      """
      Processor time of a call with a map for its arguments and a sentence for its result, all \
      different; %d rounds, and each ratio is taken within a round. Sessions and tools are drawn at \
      random, sessions from all that are live, and compared with one of these; each has had %s \
      calls before. The least is what a guard with a HashMap has to do where there are many \
      sessions: after a call in one session ten records of another are found, looked through, and \
      one of them replaced.\
      """;

  private final Agent agent;
  private final Path folder;
  private final List<String> sessions;
  private final String callsBefore;

  private ScaleMain(Agent agent, Path folder, List<String> sessions, String callsBefore) {
    this.agent = agent;
    this.folder = folder;
    this.sessions = sessions;
    this.callsBefore = callsBefore;
  }

  /**
   * Measures, prints tables, and writes JSON.
   *
   * @param args the agent's jar, the folder for files, the number of rounds, how many calls a
   *     session has had, and numbers of sessions, with commas between them
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    Path folder = Files.createDirectories(Path.of(args[1], "scale"));
    ScaleMain scale =
        new ScaleMain(
            new Agent(Path.of(args[0]), folder), folder, List.of(args[4].split(",")), args[3]);
    List<Map<String, Double>> rounds = new ArrayList<>();
    for (int round = 1; round <= Integer.parseInt(args[2]); round++) {
      System.err.println("round " + round + " of " + args[2]);
      rounds.add(scale.round());
    }
    Report report = scale.report(rounds);
    report.print(System.out);
    report.write(Path.of(args[1], "scale.json"));
  }

  private Map<String, Double> round() throws IOException, InterruptedException {
    Map<String, Double> figures = new LinkedHashMap<>();
    for (String window : WINDOWS) {
      String settings = "  default: {window_size: " + window + "}\n";
      figures.putAll(run(settings, LongHistory.class, List.of("window " + window)));
    }
    for (String live : sessions) {
      List<String> arguments = List.of(live, callsBefore);
      figures.putAll(run("  sessions: {max: 10000000}\n", ManySessions.class, arguments));
    }
    figures.putAll(run("", ManyTools.class, TOOLS));
    figures.putAll(run("", TwoThreads.class, List.of()));
    if (Runtime.version().feature() >= FIRST_JAVA_WITH_VIRTUAL_THREADS) {
      String recording = folder.resolve("pinned.jfr").toString();
      figures.putAll(run("  default: {action: abort}\n", VirtualThreads.class, List.of(recording)));
    }
    return figures;
  }

  private Map<String, Double> run(String settings, Class<?> program, List<String> arguments)
      throws IOException, InterruptedException {
    List<String> options = new ArrayList<>(JVM);
    options.add(agent.option(program.getSimpleName(), settings));
    return new ChildJvm(options).run(program, arguments);
  }

  private Report report(List<Map<String, Double>> rounds) {
    Map<String, List<Row>> tables = new LinkedHashMap<>();
    List<Row> growth = new ArrayList<>();
    growth.addAll(growth("window", WINDOWS, Goal.atMost(FLAT), rounds));
    for (String live : sessions) {
      growth.add(growth("sessions " + live, "one of " + live, Goal.atMost(FLAT), rounds));
      growth.add(growth("least of " + live, "least of one of " + live, Goal.none(), rounds));
    }
    growth.addAll(growth("tools", TOOLS, Goal.atMost(FLAT), rounds));
    tables.put("growth", growth);
    tables.put(
        "more in any session than in one",
        sessions.stream()
            .flatMap(
                live ->
                    Stream.of(
                        more("sessions " + live, "one of " + live, rounds),
                        more("least of " + live, "least of one of " + live, rounds)))
            .toList());
    List<Row> threads = new ArrayList<>();
    threads.add(row("2 threads over 1, calls", "times", Goal.atLeast(1.8), rounds, of("calls")));
    threads.add(
        row(
            "2 threads over 1, calls, by processor time",
            "times",
            Goal.none(),
            rounds,
            of("calls by processor time")));
    threads.add(row("2 threads over 1, digests", "times", Goal.none(), rounds, of("digests")));
    if (rounds.get(0).containsKey("carriers pinned")) {
      threads.addAll(virtualThreads(rounds));
    }
    tables.put("threads", threads);
    tables.put(
        "a call, and a call with the least, ns",
        rounds.get(0).keySet().stream()
            .filter(name -> name.matches("(window|one|sessions|least|tools) .*"))
            .map(name -> row(name, "", Goal.none(), rounds, of(name)))
            .toList());
    return new Report("Scale", METHOD.formatted(rounds.size(), callsBefore), tables);
  }

  private static List<Row> virtualThreads(List<Map<String, Double>> rounds) {
    int calls = VirtualThreads.calls();
    return List.of(
        row(
            "64 virtual threads: ran of %,d equal calls".formatted(calls),
            "",
            Goal.exactly(3),
            rounds,
            of("equal calls that ran")),
        row(
            "64 virtual threads: ran of %,d different calls".formatted(calls),
            "",
            Goal.exactly(calls),
            rounds,
            of("different calls that ran")),
        row(
            "64 virtual threads: carriers pinned",
            "",
            Goal.exactly(0),
            rounds,
            of("carriers pinned")),
        row(
            "64 virtual threads: carriers pinned while classes are loaded",
            "",
            Goal.none(),
            rounds,
            of("carriers pinned at first")));
  }

  private static List<Row> growth(
      String what, List<String> numbers, Goal goal, List<Map<String, Double>> rounds) {
    String first = what + " " + numbers.get(0);
    return numbers.stream()
        .skip(1)
        .map(number -> growth(what + " " + number, first, goal, rounds))
        .toList();
  }

  private static Row growth(String many, String one, Goal goal, List<Map<String, Double>> rounds) {
    return row(
        many + " over " + one,
        "times",
        goal,
        rounds,
        round -> of(many).applyAsDouble(round) / of(one).applyAsDouble(round));
  }

  private static Row more(String many, String one, List<Map<String, Double>> rounds) {
    return row(
        many,
        "ns",
        Goal.none(),
        rounds,
        round -> of(many).applyAsDouble(round) - of(one).applyAsDouble(round));
  }

  private static ToDoubleFunction<Map<String, Double>> of(String name) {
    return round -> round.getOrDefault(name, Double.NaN);
  }

  private static Row row(
      String what,
      String unit,
      Goal goal,
      List<Map<String, Double>> rounds,
      ToDoubleFunction<Map<String, Double>> figure) {
    Spread spread = Spread.of(rounds.stream().map(figure::applyAsDouble).toList());
    return new Row(what, spread, unit, goal);
  }
}
