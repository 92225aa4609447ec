package io.loopsentinel.benchmarks.calls;

import com.sun.net.httpserver.HttpServer;
import io.loopsentinel.benchmarks.guarded.Agent;
import io.loopsentinel.benchmarks.report.Goal;
import io.loopsentinel.benchmarks.report.Report;
import io.loopsentinel.benchmarks.report.Row;
import io.loopsentinel.benchmarks.report.Spread;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;

/** Measures what a call costs, and compares. */
public final class CallsMain {

  private static final String METHOD =
      """
      Processor time of one call; one thread, one session, one tool, arguments and results that \
      vary. Each variant has a JVM of its own; they are alive at the same time and take turns of \
      %d ms, an iteration of JMH, in random order. %d rounds; ratios and differences are taken \
      within a round.\
      """;

  private CallsMain() {}

  /**
   * Measures, prints tables, and writes JSON.
   *
   * @param args the agent's jar, the folder with the peers' jars, the folder for files, the number
   *     of rounds, milliseconds of a turn, a regular expression for what is compared, and the
   *     agent's jar before the rebuild on libraries, which need not exist
   */
  public static void main(String[] args)
      throws IOException, InterruptedException, ExecutionException {
    Path folder = Files.createDirectories(Path.of(args[2], "calls"));
    Path before = Path.of(args[6]);
    Pattern wanted = Pattern.compile(args[5]);
    List<Comparison> comparisons =
        Comparison.all(Files.exists(before)).stream()
            .filter(each -> wanted.matcher(each.what()).find())
            .toList();
    HttpServer receiver = receiver();
    try {
      Forks forks =
          new Forks(
              new Agent(Path.of(args[0]), folder),
              new Agent(before, folder),
              Path.of(args[1]),
              folder,
              receiver.getAddress().getPort());
      int number = Integer.parseInt(args[3]);
      int milliseconds = Integer.parseInt(args[4]);
      List<Round> rounds = new Rounds(forks, number, milliseconds).measure(comparisons);
      Report report =
          new Report("Calls", METHOD.formatted(milliseconds, number), tables(comparisons, rounds));
      report.print(System.out);
      report.write(Path.of(args[2], "calls.json"));
    } finally {
      receiver.stop(0);
    }
  }

  private static HttpServer receiver() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
    return server;
  }

  private static Map<String, List<Row>> tables(List<Comparison> comparisons, List<Round> measured) {
    Map<String, List<Row>> tables = new LinkedHashMap<>();
    tables.put("compared", comparisons.stream().map(each -> row(each, measured)).toList());
    List<Variant> variants = Comparison.variants(comparisons);
    tables.put(
        "a call, ns",
        variants.stream().map(each -> figure(each, measured, Measurement::nanoseconds)).toList());
    tables.put(
        "allocated by a call, bytes",
        variants.stream().map(each -> figure(each, measured, Measurement::bytes)).toList());
    return tables;
  }

  private static Row row(Comparison comparison, List<Round> measured) {
    List<Double> figures = measured.stream().map(round -> round.of(comparison)).toList();
    return new Row(
        comparison.what(), Spread.of(figures), comparison.measure().unit(), comparison.goal());
  }

  private static Row figure(
      Variant variant, List<Round> measured, ToDoubleFunction<Measurement> of) {
    List<Double> figures =
        measured.stream().map(round -> of.applyAsDouble(round.of(variant))).toList();
    return new Row(variant.title(), Spread.of(figures), "", Goal.none());
  }
}
