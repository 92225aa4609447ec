package io.loopsentinel.agent.check;

import io.loopsentinel.agent.config.ConfigLoader;
import io.loopsentinel.agent.config.ConfigResult;
import io.loopsentinel.agent.config.ConfigResult.Loaded;
import io.loopsentinel.agent.config.ConfigResult.Rejected;
import io.loopsentinel.agent.config.Profiles;
import io.loopsentinel.agent.inspect.classpath.ClassPath;
import java.io.BufferedWriter;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command line of {@code check}. Exit codes: 0 all fits, 1 a problem, 2 wrong usage. */
@Command(
    name = "check",
    description = {
      "Says which methods of an application a configuration guards, and how.",
      "",
      "Classes are loaded to be looked at; nothing of the application is run."
    },
    sortOptions = false)
public final class CheckCommand implements Callable<Integer> {

  private static final int PROBLEM = 1;
  private static final int WRONG_USAGE = 2;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      paramLabel = "PATHS",
      arity = "1..*",
      description = "Jars (Spring Boot's too), folders, or class paths.")
  private List<String> paths = new ArrayList<>();

  @Option(
      names = {"-c", "--config"},
      paramLabel = "CONFIG",
      description =
          "What would follow -javaagent:loop-sentinel.jar=: a file, or settings; the defaults if"
              + " none is given.")
  private @Nullable String config;

  @Option(names = "--all", description = "Tells the targets of profiles that match nothing, too.")
  private boolean all;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Writes everything as JSON; \"-\" writes it in the place of the text.")
  private @Nullable File json;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this help.")
  @SuppressWarnings("UnusedVariable") // Picocli acts on it.
  private boolean help;

  @Override
  public Integer call() {
    if (spec == null) {
      throw new IllegalStateException("to be run by picocli");
    }
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    try {
      return check(out, err);
    } finally {
      out.flush();
      err.flush();
    }
  }

  private int check(PrintWriter out, PrintWriter err) {
    List<File> files = new ArrayList<>();
    paths.forEach(path -> files.addAll(ClassPath.split(path)));
    for (File file : files) {
      if (!file.exists()) {
        err.println(file + ": there is no such file");
        return WRONG_USAGE;
      }
    }
    Profiles profiles = Profiles.shipped();
    ConfigResult result =
        new ConfigLoader(profiles).load(config, systemProperties(), System.getenv());
    if (!(result instanceof Loaded loaded)) {
      err.println(((Rejected) result).report());
      return PROBLEM;
    }
    CollectedClasses classes = new CollectedClasses(err::println);
    ClassPath classPath = new ClassPath(classes);
    files.forEach(classPath::read);
    if (classes.loader().size() == 0) {
      err.println(ClassPath.NOTHING_READ);
      return PROBLEM;
    }
    return write(new Check(profiles, loaded, classes.loader()).run(), out, err);
  }

  private int write(CheckReport report, PrintWriter out, PrintWriter err) {
    try {
      if (json != null && json.getPath().equals("-")) {
        new JsonReport(out).write(report);
        out.println();
      } else {
        new TextReport(all).write(report).forEach(out::println);
        writeJson(report);
      }
    } catch (IOException e) {
      err.println("--json " + json + ": cannot be written: " + e);
      return WRONG_USAGE;
    }
    return report.problems() == 0 ? 0 : PROBLEM;
  }

  private void writeJson(CheckReport report) throws IOException {
    if (json != null) {
      try (Writer file =
          new BufferedWriter(
              new OutputStreamWriter(new FileOutputStream(json), StandardCharsets.UTF_8))) {
        new JsonReport(file).write(report);
      }
    }
  }

  private static Map<String, String> systemProperties() {
    Map<String, String> properties = new HashMap<>();
    for (String name : System.getProperties().stringPropertyNames()) {
      properties.put(name, System.getProperty(name));
    }
    return properties;
  }
}
