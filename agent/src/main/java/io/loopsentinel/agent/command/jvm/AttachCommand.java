package io.loopsentinel.agent.command.jvm;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.VirtualMachine;
import io.loopsentinel.agent.command.Subcommand;
import io.loopsentinel.agent.command.UsageException;
import io.loopsentinel.agent.config.ConfigLoader;
import io.loopsentinel.agent.config.ConfigResult.Rejected;
import io.loopsentinel.agent.config.Profiles;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command line of {@code attach}. */
@Command(
    name = "attach",
    description = "Guards a JVM that runs, unless the configuration is wrong, which is told here.",
    footer = "  java -jar loop-sentinel.jar attach 4711 -c sentinel-config.yaml")
final class AttachCommand extends Subcommand {

  private static final int WARNS_OF_AGENTS = 21;

  @Parameters(paramLabel = "PID")
  private long pid;

  @Option(
      names = {"-c", "--config"},
      paramLabel = "CONFIG",
      description =
          "What would follow -javaagent:loop-sentinel.jar=: a file, or settings; the defaults if"
              + " none is given.")
  private @Nullable String config;

  @Override
  protected int run(PrintWriter out, PrintWriter err) throws UsageException, IOException {
    VirtualMachine machine = LocalJvm.of(pid).attach();
    try {
      Properties properties = machine.getSystemProperties();
      String guard = properties.getProperty(GuardedJvm.VERSION);
      if (guard != null) {
        throw new UsageException(pid + " is guarded already, by " + guard, LocalJvm.REFUSED);
      }
      load(machine, argument(properties));
      out.println(pid + " is guarded now");
      String flags = machine.getAgentProperties().getProperty("sun.jvm.args", "");
      if (Integer.parseInt(properties.getProperty("java.specification.version")) >= WARNS_OF_AGENTS
          && !flags.contains("EnableDynamicAgentLoading")) {
        out.println(
            "It has warned of agents that are loaded dynamically; -XX:+EnableDynamicAgentLoading"
                + " or -javaagent at its start avoids that");
      }
      return 0;
    } finally {
      machine.detach();
    }
  }

  /** Returns what the agent is given; a path is absolute, for the JVM has another folder. */
  private @Nullable String argument(Properties properties) throws UsageException {
    File file = config == null ? null : new File(config);
    String argument = file != null && file.isFile() ? file.getAbsolutePath() : config;
    Map<String, String> settings =
        properties.stringPropertyNames().stream()
            .collect(Collectors.toMap(name -> name, properties::getProperty));
    if (new ConfigLoader(Profiles.shipped()).load(argument, settings, Map.of())
        instanceof Rejected rejected) {
      throw new UsageException(rejected.report(), LocalJvm.REFUSED);
    }
    return argument;
  }

  private void load(VirtualMachine machine, @Nullable String argument)
      throws UsageException, IOException {
    String jar = getClass().getProtectionDomain().getCodeSource().getLocation().toString();
    try {
      machine.loadAgent(new File(URI.create(jar)).getPath(), argument);
    } catch (AgentInitializationException e) {
      throw new UsageException(
          pid + " is not guarded; its standard error says why", LocalJvm.REFUSED);
    } catch (AgentLoadException e) {
      throw new UsageException(pid + " takes no agent: " + e.getMessage(), LocalJvm.REFUSED);
    }
  }
}
