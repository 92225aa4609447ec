package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;

/** What others look at, the live page, the counters and JMX, comes and goes with a reload. */
@FullMatrix
class ReloadedListenersIT {

  private static final String CONFIG =
      """
      sentinel:
        profiles: none
        reload: 1s
        default: {threshold: 1}
        telemetry: {log: info, %s}
        targets:
          - {name: plain, kind: tool, type: 'io.loopsentinel.it.jvm.program.Dispatchers$Plain',
             method: execute, tool: arg0.tool, args: arg0.arguments, session: '"main"'}
      """;

  private static final String NO_PAGE = "await not thread loop-sentinel page";
  private static final String NO_COUNTERS = "await not thread loop-sentinel prometheus";
  private static final String NO_SERVER = "await not thread HTTP-Dispatcher";

  @TempDir private File folder;

  @OnEachJdk
  void opensMovesAndClosesThePageAndTheCounters(Jdk jdk) throws Exception {
    List<Integer> ports = freePorts(4);
    String page = "http://127.0.0.1:%d/state".formatted(ports.get(0));
    String movedPage = "http://127.0.0.1:%d/state".formatted(ports.get(1));
    String counters = "http://127.0.0.1:%d/metrics".formatted(ports.get(2));
    String movedCounters = "http://127.0.0.1:%d/metrics".formatted(ports.get(3));

    ProgramResult result =
        program(
            jdk,
            "jmx: true",
            "call Plain",
            NO_PAGE,
            put("page: {port: %d}, prometheus: {port: %d}".formatted(ports.get(0), ports.get(2))),
            "reload",
            "await answers " + page,
            "await answers " + counters,
            put("page: {port: %d}, prometheus: {port: %d}".formatted(ports.get(1), ports.get(3))),
            "reload",
            "await answers " + movedPage,
            "await answers " + movedCounters,
            "await not answers " + page,
            "await not answers " + counters,
            put("jmx: true"),
            "reload",
            "await not answers " + movedPage,
            "await not answers " + movedCounters,
            NO_PAGE,
            NO_COUNTERS,
            NO_SERVER,
            put("page: {port: %d}".formatted(ports.get(0))),
            "reload",
            "await answers " + page,
            "call Plain");

    assertThat(result.standardOutput().lines())
        .filteredOn(line -> line.endsWith("changed: telemetry"))
        .hasSize(4);
    assertThat(result.standardOutput().lines()).last().asString().startsWith("loop-detected");
    assertThat(result.agentLines()).noneMatch(line -> line.contains("failed"));
  }

  @OnEachJdk
  void keepsThePageOnItsPortWhereOnlyTheCountersMove(Jdk jdk) throws Exception {
    List<Integer> ports = freePorts(2);
    String page = "http://127.0.0.1:%d/state".formatted(ports.get(0));

    ProgramResult result =
        program(
            jdk,
            "page: {port: %d}".formatted(ports.get(0)),
            "call Plain",
            "await answers " + page,
            put("page: {port: %d}, prometheus: {port: %d}".formatted(ports.get(0), ports.get(1))),
            "reload",
            "await answers http://127.0.0.1:%d/metrics".formatted(ports.get(1)),
            "await answers " + page);

    assertThat(result.agentLines())
        .filteredOn(line -> line.startsWith("live page: "))
        .hasSize(2)
        .allMatch(line -> line.contains(":" + ports.get(0) + "/"));
    assertThat(result.standardError()).doesNotContain("there is no live page");
  }

  @OnEachJdk
  void showsItselfOverJmxAsTheFileSays(Jdk jdk) throws Exception {
    ProgramResult result =
        program(
            jdk,
            "jmx: true",
            "call Plain; await registered",
            put("jmx: false"),
            "await not registered; call Plain",
            put("jmx: true"),
            "await registered; mode",
            put("jmx: false"),
            "await not registered");

    assertThat(result.standardOutput().lines())
        .contains("enforce")
        .anyMatch(line -> line.startsWith("loop-detected"));
  }

  private ProgramResult program(Jdk jdk, String telemetry, String... commands) throws IOException {
    return new SteeredConfig(folder).run(jdk, CONFIG.formatted(telemetry), commands);
  }

  /** Returns the command that puts other settings of the telemetry instead of these. */
  private String put(String telemetry) throws IOException {
    return new SteeredConfig(folder).put(CONFIG.formatted(telemetry));
  }

  /** Returns ports below those that the system gives to others meanwhile. */
  private static List<Integer> freePorts(int count) {
    return new Random()
        .ints(10_000, 30_000)
        .distinct()
        .filter(ReloadedListenersIT::isFree)
        .limit(count)
        .boxed()
        .toList();
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
