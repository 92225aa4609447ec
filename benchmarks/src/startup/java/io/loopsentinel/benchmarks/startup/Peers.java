package io.loopsentinel.benchmarks.startup;

import io.loopsentinel.benchmarks.startup.Variant.Role;
import io.loopsentinel.benchmarks.startup.agent.ByteBuddyAgent;
import io.loopsentinel.benchmarks.startup.agent.NoOpAgent;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The ways to start an application that are compared: without an agent, with this one, and with
 * others, each with one target (the application's tool) where it takes targets.
 */
final class Peers {

  private final File folder;
  private final File agent;
  private final File noOp;
  private final File byteBuddy;

  /**
   * Prepares them.
   *
   * @param folder holds their jars, and takes what is written for them
   * @param agent the jar of Loop Sentinel
   */
  Peers(File folder, File agent) throws IOException {
    this.folder = folder;
    this.agent = agent;
    noOp = AgentJar.write(folder, NoOpAgent.class, "");
    byteBuddy = AgentJar.write(folder, ByteBuddyAgent.class, "byte-buddy.jar");
  }

  /**
   * Returns them.
   *
   * @param only a regular expression, of which the titles of peers contain a match
   */
  List<Variant> of(Application application, String only) throws IOException {
    Pattern wanted = Pattern.compile(only);
    List<Variant> variants = new ArrayList<>();
    variants.add(new Variant("no agent", Role.BARE, List.of()));
    variants.add(new Variant("no-op agent", Role.NO_OP, List.of("-javaagent:" + noOp)));
    variants.add(new Variant("Loop Sentinel", Role.THIS_AGENT, List.of("-javaagent:" + agent)));
    for (Variant peer : peers(application)) {
      if (wanted.matcher(peer.title()).find()) {
        variants.add(peer);
      }
    }
    return variants;
  }

  private List<Variant> peers(Application application) throws IOException {
    return List.of(
        peer(
            "Byte Buddy `AgentBuilder.Default`, one target",
            List.of("-javaagent:" + byteBuddy + "=" + application.tool())),
        peer("Byteman, one rule", byteman(application)),
        peer("AspectJ load-time weaving, one aspect", aspectJ()),
        peer("Prometheus JMX exporter", jmxExporter()),
        peer(
            "OpenTelemetry, exporters off",
            List.of(
                "-javaagent:" + jar("opentelemetry"),
                "-Dotel.traces.exporter=none",
                "-Dotel.metrics.exporter=none",
                "-Dotel.logs.exporter=none")));
  }

  private static Variant peer(String title, List<String> options) {
    return new Variant(title, Role.PEER, options);
  }

  private List<String> byteman(Application application) throws IOException {
    File rule =
        write(
            application.main() + ".btm",
            """
            RULE one
            CLASS %s
            METHOD search
            AT ENTRY
            IF TRUE
            DO flag("called")
            ENDRULE
            """
                .formatted(application.tool()));
    return List.of("-javaagent:" + jar("byteman") + "=script:" + rule);
  }

  /** With a filter for the classes that it looks at, as its manual recommends. */
  private List<String> aspectJ() throws IOException {
    File settings =
        write(
            "aop.xml",
            """
            <aspectj>
              <weaver><include within="io.loopsentinel.benchmarks.startup.program..*"/></weaver>
              <aspects><aspect name="io.loopsentinel.benchmarks.startup.program.ToolAspect"/></aspects>
            </aspectj>
            """);
    return List.of(
        "-javaagent:" + jar("aspectjweaver"),
        "-Dorg.aspectj.weaver.loadtime.configuration=" + settings.toURI());
  }

  private List<String> jmxExporter() throws IOException {
    File settings = write("jmx.yaml", "lowercaseOutputName: true\n");
    return List.of(
        "-javaagent:" + jar("jmx-exporter") + "=127.0.0.1:" + freePort() + ":" + settings);
  }

  private File jar(String name) {
    return new File(folder, name + ".jar");
  }

  private File write(String name, String text) throws IOException {
    File file = new File(folder, name);
    Files.writeString(file.toPath(), text);
    return file;
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
