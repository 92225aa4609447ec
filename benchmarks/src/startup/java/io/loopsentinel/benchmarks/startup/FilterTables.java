package io.loopsentinel.benchmarks.startup;

import io.loopsentinel.benchmarks.guarded.ChildJvm;
import io.loopsentinel.benchmarks.report.Goal;
import io.loopsentinel.benchmarks.report.Row;
import io.loopsentinel.benchmarks.report.Spread;
import io.loopsentinel.benchmarks.startup.agent.ClassFilterAgent;
import io.loopsentinel.benchmarks.startup.program.HelloProgram;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the agent takes for each class that an application loads and that is no target. */
final class FilterTables {

  /** In microseconds, once the code is compiled. */
  private static final double MOST = 1.5;

  private final File folder;
  private final File agent;

  /**
   * Prepares the measurement.
   *
   * @param folder holds a folder of jars for each application
   * @param agent the jar of Loop Sentinel
   */
  FilterTables(File folder, File agent) {
    this.folder = folder;
    this.agent = agent;
  }

  /** Measures, and returns a table for each application. */
  Map<String, List<Row>> all() throws IOException, InterruptedException {
    File measuring = AgentJar.write(folder, ClassFilterAgent.class, agent.toURI().toString());
    Map<String, List<Row>> tables = new LinkedHashMap<>();
    for (String application : List.of("langchain4j", "spring")) {
      String option = "-javaagent:" + measuring + "=" + new File(folder, application);
      Map<String, Double> figures =
          new ChildJvm(List.of(option)).run(HelloProgram.class, List.of());
      tables.put("a class that is no target, of the jars of " + application, rows(figures));
    }
    return tables;
  }

  private static List<Row> rows(Map<String, Double> figures) {
    List<Row> rows = new ArrayList<>();
    rows.add(row("classes", "", Goal.none(), figures, ClassFilterAgent.CLASSES));
    rows.add(row("mean of the first pass", "µs", Goal.none(), figures, ClassFilterAgent.FIRST));
    for (String figure : List.of(ClassFilterAgent.MEAN, ClassFilterAgent.MEDIAN)) {
      rows.add(row(figure, "µs", Goal.atMost(MOST), figures, ClassFilterAgent.names(figure)));
      String nothing = ClassFilterAgent.NO_OP + figure;
      rows.add(row(nothing, "µs", Goal.none(), figures, ClassFilterAgent.names(nothing)));
    }
    return rows;
  }

  private static Row row(
      String what, String unit, Goal goal, Map<String, Double> figures, String... names) {
    List<Double> found = new ArrayList<>();
    for (String name : names) {
      found.add(figures.getOrDefault(name, Double.NaN));
    }
    return new Row(what, Spread.of(found), unit, goal);
  }
}
