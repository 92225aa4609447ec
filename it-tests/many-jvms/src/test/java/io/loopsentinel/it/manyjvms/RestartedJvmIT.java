package io.loopsentinel.it.manyjvms;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import java.io.File;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;

/** A JVM that keeps its sessions in a file is killed in the middle of a loop, and a next starts. */
class RestartedJvmIT {

  private static final String BOOKS = "books about loops";

  @TempDir private File folder;

  @OnEachJdk
  void goesOnAtTheNextCall(Jdk jdk) {
    try (Pods first = start(jdk)) {
      assertThat(first.ask(0, "call", "conversation loops")).isEqualTo(BOOKS);
      assertThat(first.ask(0, "call", "conversation loops")).isEqualTo(BOOKS);
      first.kill(0);
    }

    try (Pods second = start(jdk)) {
      assertThat(second.ask(0, "call", "conversation loops")).isEqualTo(BOOKS);
      assertThat(second.ask(0, "call", "conversation loops")).startsWith("loop-detected: ");
      second.kill(0);
    }

    try (Pods third = start(jdk)) {
      assertThat(third.ask(0, "call", "conversation loops")).startsWith("loop-detected: ");
      assertThat(third.ask(0, "call", "other loops")).isEqualTo(BOOKS);
    }
  }

  @OnEachJdk(17)
  void countsTheCallThatRanWhenItWasKilled(Jdk jdk) {
    for (int i = 0; i < 3; i++) {
      try (Pods killed = start(jdk)) {
        int unused = killed.send(0, "call", "conversation hanging");
        killed.program(0).awaitOutput(output -> output.contains("hanging"), Duration.ofSeconds(30));
        killed.kill(0);
      }
    }

    try (Pods last = start(jdk)) {
      assertThat(last.ask(0, "call", "conversation hanging")).startsWith("loop-detected: ");
    }
  }

  private Pods start(Jdk jdk) {
    return Pods.start(1, jdk, folder, Pods.file(new File(folder, "sessions")));
  }
}
