package io.loopsentinel.it.manyjvms;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import java.io.File;
import org.junit.jupiter.api.io.TempDir;

/** The server of the store is stopped, killed, and its connections are closed, under traffic. */
class OutageIT {

  @TempDir private File folder;

  @OnEachJdk(17)
  void failsNoCallAndHidesNoLoop(Jdk jdk) throws Exception {
    assertThat(Outage.play(jdk, folder))
        .hasSize(Outage.PODS)
        .allSatisfy(result -> assertThat(result).startsWith("calls=").contains(" wrong=[] "));
  }
}
