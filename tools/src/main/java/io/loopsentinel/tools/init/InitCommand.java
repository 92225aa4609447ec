package io.loopsentinel.tools.init;

import io.loopsentinel.targets.text.Numbers;
import io.loopsentinel.tools.check.CheckCommand;
import io.loopsentinel.tools.support.AnnotatedTools.Tool;
import io.loopsentinel.tools.support.ApplicationFiles;
import io.loopsentinel.tools.support.Subcommand;
import io.loopsentinel.tools.support.UsageException;
import java.io.IOException;
import java.io.PrintWriter;
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

  @Override
  protected int run(PrintWriter standardOutput, PrintWriter standardError) throws UsageException {
    if (Files.exists(out)) {
      throw alreadyExists();
    }
    String text = starterFile(standardOutput, standardError);
    if (text.isEmpty()) {
      standardError.println(ApplicationFiles.NOTHING_READ);
      return NOTHING_READABLE;
    }
    write(text);
    int exitCode = CheckCommand.inShort(out.toString(), files, standardOutput, standardError);
    standardOutput.println();
    standardOutput.println("Wrote " + out + ". To start with it:");
    standardOutput.println("  " + startCommand());
    return exitCode;
  }

  /** Returns the text of the file, and describes what was found; empty if no class was read. */
  private String starterFile(PrintWriter standardOutput, PrintWriter standardError)
      throws UsageException {
    Application application = new Application();
    files.read(application::add, standardError);
    if (application.size() == 0) {
      return "";
    }
    Map<String, SortedSet<String>> profiles = application.profiles();
    SortedMap<String, List<Tool>> tools = application.ownTools();
    describe(profiles, application.guardedTools(), tools, standardOutput);
    return StarterFile.text(profiles, tools, application.servlets());
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
      out.println("Name the classes of your tools in the file. A run with discover finds them.");
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
