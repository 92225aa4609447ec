package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.harness.RunningProgram;
import io.loopsentinel.it.jvm.program.ConnectedProgram;
import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Function;
import org.junit.jupiter.api.io.TempDir;

/** Alerts from JVMs that end as soon as they have something to tell. */
@FullMatrix(onEachJdk = true)
class WebhookIT {

  private static final String TARGET = "method: dispatch, tool: arg0, args: arg1, session: thread";
  private static final String RECEIVER =
      "{url: \"${ALERT_URL}\", headers: {Authorization: \"${ALERT_TOKEN}\"}, timeout: 1m, retries:"
          + " 3}";

  /** What the agent says if two seconds were not enough. */
  private static final String TOO_LATE = "the JVM ended before all alerts were delivered";

  private static final String TERMINATE = "  default: {escalation: [terminate]}\n";
  private static final int MAX_RUNS = 10;

  @TempDir private File folder;

  @OnEachJdk
  void tellsOfAnEndedRunBeforeTheJvmEnds(Jdk jdk) throws Exception {
    try (Run run = inTime(receiver -> program(jdk, receiver))) {
      AlertReceiver receiver = run.receiver();
      ProgramResult result = run.result();
      assertThat(result.exitCode()).isZero();
      assertThat(receiver.next())
          .startsWith("MARKER-TOKEN {\"type\":\"loop.escalated\"")
          .contains("\"tool\":\"search\"", "\"session\":\"thread ", "\"action\":\"terminate\"")
          // The value of the argument, and of the result.
          .doesNotContain("\"x\"", "q=x", "{q", "search ran");
      assertThat(result.standardError())
          .doesNotContain("MARKER", "127.0.0.1", "search ran")
          .doesNotContain("internal error");
    }
  }

  @OnEachJdk(17)
  void tellsOnceOfEachLoopThatWasAborted(Jdk jdk) throws Exception {
    // The default ladder, which ends with an abort.
    try (Run run = inTime(receiver -> program(jdk, receiver, 8, ""))) {
      AlertReceiver receiver = run.receiver();
      assertThat(run.result().standardOutput()).contains("error io.loopsentinel.ToolLoopError");
      assertThat(receiver.next()).contains("\"type\":\"loop.escalated\"", "\"rung\":2");
      assertThat(receiver.hasNext()).isFalse();
    }
  }

  @OnEachJdk
  void endsInTimeThoughTheReceiverStalls(Jdk jdk) throws Exception {
    try (AlertReceiver receiver = AlertReceiver.stalling()) {
      // Without a bound it would take four minutes.
      ProgramResult result = run(program(jdk, receiver), Duration.ofMinutes(5));

      assertThat(result.exitCode()).isZero();
      assertThat(result.standardOutput()).contains("error io.loopsentinel.ToolLoopError");
      assertThat(result.standardError()).contains(TOO_LATE);
      assertThat(result.standardOutput() + result.standardError()).doesNotContain("MARKER");
    }
  }

  @OnEachJdk(17)
  void showsNoSecretThoughNobodyAnswers(Jdk jdk) throws IOException {
    AlertReceiver gone = AlertReceiver.answering();
    gone.close();

    ProgramResult result = run(program(jdk, gone), Programs.LIMIT);

    assertThat(result.exitCode()).isZero();
    assertThat(result.agentLines()).anyMatch(line -> line.contains("the session is terminated"));
    assertThat(result.standardError()).doesNotContain("MARKER", "127.0.0.1");
  }

  @OnEachJdk(17)
  void doesNotStartWithoutTheVariableThatItNames(Jdk jdk) {
    ProgramResult result =
        Programs.looping(jdk, "Private", 4).agentConfig(folder, config()).run(Programs.LIMIT);

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.standardError()).contains("the environment variable ALERT_URL is not set");
  }

  /** A run with a receiver of its own, so that no alert of another run comes late. */
  private record Run(ProgramResult result, AlertReceiver receiver) implements AutoCloseable {

    @Override
    public void close() {
      receiver.close();
    }
  }

  /**
   * Runs a program until its last alert was delivered: two seconds may not be enough on a busy
   * machine, and then the agent says so. The first alert was received before its last loop.
   */
  private static Run inTime(Function<AlertReceiver, JavaProgram> program)
      throws IOException, InterruptedException {
    for (int run = 1; true; run++) {
      AlertReceiver receiver = AlertReceiver.answering();
      try (RunningProgram running = program.apply(receiver).start()) {
        receiver.next();
        running.closeInput();
        ProgramResult result = running.await(Programs.LIMIT);
        if (run == MAX_RUNS || !result.standardError().contains(TOO_LATE)) {
          return new Run(result, receiver);
        }
      }
      receiver.close();
    }
  }

  private static ProgramResult run(JavaProgram program, Duration limit) {
    try (RunningProgram running = program.start()) {
      running.closeInput();
      return running.await(limit);
    }
  }

  private JavaProgram program(Jdk jdk, AlertReceiver receiver) {
    return program(jdk, receiver, 4, TERMINATE);
  }

  private JavaProgram program(Jdk jdk, AlertReceiver receiver, int calls, String ladder) {
    return JavaProgram.ofMain(ConnectedProgram.class)
        .on(jdk)
        .arguments("Private", Integer.toString(calls))
        .environment("ALERT_URL", receiver.address())
        .environment("ALERT_TOKEN", "MARKER-TOKEN")
        .agentConfig(folder, config() + ladder);
  }

  private static String config() {
    return Programs.target("Private", TARGET)
        .replace("{log: error}", "{log: debug, webhooks: [" + RECEIVER + "]}");
  }
}
