package io.loopsentinel.tools.demo;

import io.loopsentinel.tools.support.ReportJson;
import io.loopsentinel.tools.support.Subcommand;
import io.loopsentinel.tools.support.UsageException;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code demo}. */
@Command(
    name = "demo",
    description = {
      "Shows a loop without and with the agent.",
      "",
      "Runs a small program twice, with the java of this command: without and with the agent. Its"
          + " model is a script; no network is used."
    },
    exitCodeList = {" 0:done", " 1:the program failed", " 2:wrong usage"})
public final class DemoCommand extends Subcommand {

  private static final int FAILED = 1;
  private static final String CONFIG =
      """
      sentinel:
        profiles: none
        targets:
          - {name: demo, kind: tool, type: %s, method: dispatch, tool: arg0, args: arg1, session: '"demo"'}
      """
          .formatted(LoopDemo.class.getName());

  @Option(names = "--json", description = "Prints the two runs as JSON.")
  private boolean json;

  @Override
  protected int run(PrintWriter out, PrintWriter err) throws UsageException, IOException {
    Path folder = Files.createTempDirectory("loop-sentinel-demo");
    Path config = folder.resolve("sentinel-config.yaml");
    String name = LoopDemo.class.getName().replace('.', '/') + ".class";
    Path program = folder.resolve(name);
    try (InputStream in = LoopDemo.class.getResourceAsStream("/" + name)) {
      Files.createDirectories(program.getParent());
      Files.copy(Objects.requireNonNull(in), program);
      Files.writeString(config, CONFIG);
      URI jar =
          URI.create(getClass().getProtectionDomain().getCodeSource().getLocation().toString());
      List<String> agent = List.of("-javaagent:" + new File(jar) + "=" + config);
      if (json) {
        Map<String, DemoRun> runs = new LinkedHashMap<>();
        runs.put("without", read(folder, List.of()));
        runs.put("with", read(folder, agent));
        out.println(ReportJson.text(runs));
        return 0;
      }
      out.println("Without Loop Sentinel:");
      out.flush();
      int without = show(folder, List.of());
      out.println();
      out.println("The same program with -javaagent:loop-sentinel.jar=sentinel-config.yaml:");
      out.flush();
      int with = show(folder, agent);
      return without == 0 && with == 0 ? 0 : FAILED;
    } finally {
      try (Stream<Path> written = Files.walk(folder)) {
        written.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
      }
    }
  }

  private static Process java(Path classPath, List<String> options, Redirect output)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", classPath.toString(), LoopDemo.class.getName()));
    return new ProcessBuilder(command).inheritIO().redirectOutput(output).start();
  }

  private static int show(Path classPath, List<String> options) throws IOException {
    return exitCode(java(classPath, options, Redirect.INHERIT));
  }

  private static int exitCode(Process program) {
    try {
      return program.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return FAILED;
    }
  }

  private static DemoRun read(Path classPath, List<String> options)
      throws UsageException, IOException {
    Process program = java(classPath, options, Redirect.PIPE);
    try (BufferedReader lines = program.inputReader()) {
      DemoRun run = DemoRun.of(lines.lines().toList());
      int exitCode = exitCode(program);
      if (exitCode != 0) {
        throw new UsageException("The program failed with exit code " + exitCode + ".", FAILED);
      }
      return run;
    }
  }
}
