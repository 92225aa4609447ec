package io.loopsentinel.agent.command.check;

import static com.fasterxml.jackson.annotation.JsonInclude.Include.NON_NULL;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.loopsentinel.agent.command.ApplicationFiles;
import io.loopsentinel.agent.command.Subcommand;
import io.loopsentinel.agent.command.UsageException;
import io.loopsentinel.agent.config.ConfigLoader;
import io.loopsentinel.agent.config.ConfigResult;
import io.loopsentinel.agent.config.ConfigResult.Loaded;
import io.loopsentinel.agent.config.ConfigResult.Rejected;
import io.loopsentinel.agent.config.Profiles;
import io.loopsentinel.agent.instrument.ClassPathLoader;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Properties;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command line of {@code check}. Exit codes: 0 all fits, 1 a problem, 2 wrong usage. */
@Command(
    name = "check",
    description = {
      "Says which methods of an application a configuration guards, and how.",
      "",
      "Classes are loaded to be looked at; nothing of the application is run."
    },
    sortOptions = false)
public final class CheckCommand extends Subcommand {

  private static final int PROBLEM = 1;

  /** Pure ASCII, since standard output may be in any encoding. */
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .defaultPropertyInclusion(JsonInclude.Value.empty().withValueInclusion(NON_NULL))
          .build();

  @Mixin private ApplicationFiles files = new ApplicationFiles();

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

  @Override
  protected int run(PrintWriter out, PrintWriter err) throws UsageException {
    Profiles profiles = Profiles.shipped();
    ConfigResult result =
        new ConfigLoader(profiles).load(config, systemProperties(), System.getenv());
    if (!(result instanceof Loaded loaded)) {
      err.println(((Rejected) result).report());
      return PROBLEM;
    }
    ClassPathLoader classes = new ClassPathLoader();
    files.read(classes::add, err);
    if (classes.size() == 0) {
      err.println(ApplicationFiles.NOTHING_READ);
      return PROBLEM;
    }
    return write(new Check(profiles, loaded, classes).run(), out);
  }

  private int write(CheckReport report, PrintWriter out) throws UsageException {
    try {
      if (json != null && json.getPath().equals("-")) {
        out.println(JSON.writeValueAsString(report));
      } else {
        new TextReport(all).write(report).forEach(out::println);
        if (json != null) {
          JSON.writeValue(json, report);
        }
      }
    } catch (IOException e) {
      throw new UsageException("--json " + json + ": cannot be written: " + e);
    }
    return report.problems() == 0 ? 0 : PROBLEM;
  }

  private static Map<String, String> systemProperties() {
    Properties all = System.getProperties();
    return all.stringPropertyNames().stream()
        .collect(Collectors.toMap(Function.identity(), all::getProperty));
  }
}
