package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.VirtualMachine;
import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.harness.RunningProgram;
import io.loopsentinel.it.jvm.program.LingeringProgram;
import io.loopsentinel.it.jvm.program.ManagedProgram;
import io.loopsentinel.it.jvm.program.OwnServerBuilder;
import io.loopsentinel.it.jvm.program.WaitingProgram;
import java.io.File;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.TabularData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.io.TempDir;

/** The agent asked and switched over JMX, from within its JVM and from outside. */
class ManagementIT {

  private static final String TARGET =
      "method: dispatch, tool: arg0, args: arg1, session: '\"main\"'";
  private static final String LADDER = "  default: {escalation: [terminate]}\n";
  private static final String[] STRING = {String.class.getName()};
  private static final String ERROR = "error io.loopsentinel.ToolLoopError";

  @TempDir private File folder;

  @OnEachJdk
  void isAskedAndSwitchedByTheApplication(Jdk jdk) {
    ProgramResult result = managed(jdk).agentConfig(folder, config("info")).run(Programs.LIMIT);

    assertThat(result.standardOutput().lines())
        .containsExactly(
            Programs.RAN,
            Programs.RAN,
            Programs.RAN,
            ERROR,
            "server JmxMBeanServer",
            "registered true",
            "seen 4",
            "stopped 1",
            "setMode observe: enforce",
            Programs.RAN,
            "setMode enforce: observe",
            ERROR,
            "setEnabled false: true",
            Programs.RAN,
            "setEnabled true: false",
            ERROR,
            "[true, main]",
            "reset main: true",
            Programs.RAN,
            "resetAll 1",
            "live 0",
            "seen 8",
            "setMode strict: java.lang.IllegalArgumentException:"
                + " mode: expected enforce or observe, found \"strict\"",
            "without a description: []");
    assertThat(result.agentLines())
        .contains(
            "mode observe from now on, set over JMX; before enforce",
            "guards NOTHING from now on, disabled over JMX",
            "guards this JVM again, enabled over JMX",
            "session main was reset over JMX",
            "all sessions (1) were reset over JMX");
  }

  @OnEachJdk
  @FullMatrix(onEachJdk = true)
  void leavesTheApplicationTheChoiceOfItsServer(Jdk jdk) {
    ProgramResult result =
        managed(jdk)
            .arguments(OwnServerBuilder.class.getName())
            .agentConfig(folder, config("error"))
            .run(Programs.LIMIT);

    assertThat(result.standardOutput().lines().skip(4).toList())
        .hasSize(2)
        .first()
        .asString()
        .startsWith("server $Proxy");
    assertThat(result.standardOutput()).endsWith("registered true" + System.lineSeparator());
    assertThat(result.standardError()).isEmpty();
  }

  @OnEachJdk(17)
  @FullMatrix
  void isNotThereWhereItIsSwitchedOff(Jdk jdk) {
    ProgramResult result =
        managed(jdk).agentConfig(folder, config("error, jmx: false")).run(Programs.LIMIT);

    assertThat(result.standardOutput()).contains("registered false");
  }

  @OnEachJdk
  @FullMatrix(onEachJdk = true)
  void isThereWhereTheServerIsMadeBeforeMain(Jdk jdk) {
    ProgramResult result =
        managed(jdk)
            .jvmOptions("-Dcom.sun.management.jmxremote")
            .agentConfig(folder, config("error"))
            .run(Programs.LIMIT);

    assertThat(result.standardOutput()).contains("registered true", "seen 4");
  }

  @FullMatrix(onEachJdk = true)
  @OnEachJdk
  void answersTheLocalConnector(Jdk jdk) throws Exception {
    String moved = "    - {name: moved, kind: run, type: com.acme.Moved, method: run}\n";
    JavaProgram program =
        JavaProgram.ofMain(LingeringProgram.class)
            .on(jdk)
            .agentConfig(folder, config("error").replace(LADDER, moved + LADDER));

    try (RunningProgram running = program.start()) {
      running.awaitOutput(text -> text.contains(ERROR), Programs.LIMIT);

      try (JMXConnector connector = connect(running.pid())) {
        MBeanServerConnection server = connector.getMBeanServerConnection();
        ObjectName name = new ObjectName("io.loopsentinel:type=Sentinel");

        assertThat(server.getAttribute(name, "Version")).asString().matches("\\d+\\.\\d+.*");
        assertThat(server.getAttribute(name, "Mode")).isEqualTo("enforce");
        assertThat(server.getAttribute(name, "Enabled")).isEqualTo(true);
        assertThat(server.getAttribute(name, "TargetsMatched")).isEqualTo(1);
        assertThat(server.getAttribute(name, "TargetsUnmatched")).isEqualTo(1);
        assertThat((String[]) server.getAttribute(name, "UnmatchedTargets"))
            .containsExactly("moved");
        assertThat(server.getAttribute(name, "InternalErrors")).isEqualTo(0L);
        assertThat(server.getAttribute(name, "SessionsLive")).isEqualTo(1);
        TabularData findings = (TabularData) server.getAttribute(name, "FindingsByDetector");
        assertThat(findings.get(new Object[] {"repeat"}).get("value")).isEqualTo(1L);
        assertThat(server.invoke(name, "setMode", new Object[] {"observe"}, STRING))
            .isEqualTo("enforce");
        assertThat(server.getAttribute(name, "Mode")).isEqualTo("observe");
      }
    }
  }

  @OnEachJdk
  @FullMatrix(onEachJdk = true)
  void isThereWhereTheServerWasMadeLongBeforeTheAgentCame(Jdk jdk) throws Exception {
    File config = Programs.file(folder, config("error"));
    JavaProgram program =
        Programs.attachable(jdk, WaitingProgram.class).jvmOptions("-Dcom.sun.management.jmxremote");

    try (RunningProgram running = program.start()) {
      running.awaitOutput(text -> text.contains(Programs.RAN), Programs.LIMIT);
      try (JMXConnector connector = connect(running.pid())) {
        MBeanServerConnection server = connector.getMBeanServerConnection();
        ObjectName name = new ObjectName("io.loopsentinel:type=Sentinel");
        assertThat(server.isRegistered(name)).isFalse();

        VirtualMachine machine = VirtualMachine.attach(Long.toString(running.pid()));
        machine.loadAgent(AgentJar.file().getPath(), config.getPath());
        machine.detach();

        assertThat(server.isRegistered(name)).isTrue();
        assertThat(server.getAttribute(name, "CallsSeen")).isEqualTo(0L);
      }
    }
  }

  // What it deserializes comes from the program that the test has started.
  @SuppressWarnings("BanJNDI")
  private static JMXConnector connect(long pid) throws Exception {
    VirtualMachine machine = VirtualMachine.attach(Long.toString(pid));
    try {
      return JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()));
    } finally {
      machine.detach();
    }
  }

  private static JavaProgram managed(Jdk jdk) {
    return JavaProgram.ofMain(ManagedProgram.class).on(jdk);
  }

  private static String config(String log) {
    return Programs.target("Private", TARGET).replace("log: error", "log: " + log) + LADDER;
  }
}
