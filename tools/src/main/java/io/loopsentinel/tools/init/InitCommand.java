package io.loopsentinel.tools.init;

import io.loopsentinel.targets.text.Numbers;
import io.loopsentinel.tools.check.CheckCommand;
import io.loopsentinel.tools.support.AnnotatedTools.Tool;
import io.loopsentinel.tools.support.ApplicationFiles;
import io.loopsentinel.tools.support.ReportJson;
import io.loopsentinel.tools.support.Subcommand;
import io.loopsentinel.tools.support.UsageException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code init}. Exit codes: 0 done, 1 nothing to guard was found, 2 wrong usage. */
@Command(
    name = "init",
    description = {
      "Writes a first configuration for an application: the frameworks that it uses, and its tools.",
      "",
      "Reads class files; no code of the application is run."
    },
    exitCodeList = {
      " 0:done",
      " 1:no class could be read, or no method would be guarded",
      " 2:wrong usage, or the file exists"
    },
    footer = "  java -jar loop-sentinel.jar init app.jar",
    sortOptions = false)
public final class InitCommand extends Subcommand {

  private static final int NOTHING_READABLE = 1;

  @Mixin private ApplicationFiles files = new ApplicationFiles();

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "The new file; sentinel-config.yaml by default.")
  private Path out = Path.of("sentinel-config.yaml");

  @Option(names = "--json", description = "Prints the result as JSON.")
  private boolean json;

  /**
   * The JSON form of the result.
   *
   * @param frameworks the profiles, with the jars of their frameworks
   * @param tools the other tools, by the annotation that marks them
   * @param check the lines of {@code check}
   */
  private record Result(
      Map<String, SortedSet<String>> frameworks,
      Map<String, List<Tool>> guardedTools,
      SortedMap<String, List<Tool>> tools,
      List<String> check,
      String written,
      String start) {}

  @Override
  protected int run(PrintWriter standardOutput, PrintWriter standardError) throws UsageException {
    if (Files.exists(out)) {
      throw alreadyExists();
    }
    Application application = new Application();
    files.read(application::add, standardError);
    if (application.size() == 0) {
      throw new UsageException(ApplicationFiles.NOTHING_READ, NOTHING_READABLE);
    }
    Map<String, SortedSet<String>> profiles = application.profiles();
    Map<String, List<Tool>> guarded = application.guardedTools();
    SortedMap<String, List<Tool>> tools = application.ownTools();
    write(StarterFile.text(profiles, tools, application.servlets()));
    StringWriter check = new StringWriter();
    int exitCode =
        CheckCommand.inShort(out.toString(), files, new PrintWriter(check), standardError);
    if (json) {
      List<String> lines = check.toString().lines().toList();
      standardOutput.println(
          ReportJson.text(
              new Result(profiles, guarded, tools, lines, out.toString(), startCommand())));
      return exitCode;
    }
    describe(profiles, guarded, tools, standardOutput);
    standardOutput.println(check);
    standardOutput.println("Wrote " + out + ". To start with it:");
    standardOutput.println("  " + startCommand());
    return exitCode;
  }

  private static void describe(
      Map<String, SortedSet<String>> profiles,
      Map<String, List<Tool>> guarded,
      Map<String, List<Tool>> tools,
      PrintWriter out) {
    profiles.forEach(
        (profile, jars) -> out.println("Framework " + profile + ", in " + String.join(", ", jars)));
    guarded.forEach((framework, all) -> list("guarded by profile " + framework, all, out));
    tools.forEach((annotation, all) -> list("marked with " + annotation, all, out));
    if (profiles.isEmpty() && tools.isEmpty()) {
      out.println("No framework is known here, and no method has an annotation of a tool.");
      out.println("Name the classes of your tools in the file. If they are unknown, use inspect.");
    } else if (guarded.isEmpty() && tools.isEmpty()) {
      out.println(
          "No method has an annotation of a tool. Tools that are made in another way and do");
      out.println(
          "not run through these frameworks are not guarded: name their classes in the file.");
    }
  }

  private static void list(String how, List<Tool> tools, PrintWriter out) {
    out.println(Numbers.of(tools.size(), "tool") + " " + how + ":");
    for (Tool tool : tools) {
      out.println("  %s: %s.%s".formatted(tool.name(), tool.owner(), tool.method()));
    }
  }

  private void write(String text) throws UsageException {
    try {
      Files.writeString(out, text, StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException e) {
      throw alreadyExists();
    } catch (IOException e) {
      throw new UsageException("--out " + out + ": cannot be written: " + e);
    }
  }

  private UsageException alreadyExists() {
    return new UsageException(
        out + " already exists and is not overwritten: name another file with --out");
  }

  private String startCommand() {
    List<Path> all = files.files();
    boolean isJar = all.size() == 1 && all.get(0).toString().endsWith(".jar");
    return "java -javaagent:loop-sentinel.jar=%s %s"
        .formatted(out, isJar ? "-jar " + all.get(0) : "-cp CLASS_PATH MAIN_CLASS");
  }
}
