package io.loopsentinel.it.springai;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.LongConversation;
import java.io.File;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;

/** A loop over several messages of a conversation whose id the context of tools has. */
class LongConversationIT {

  @TempDir private File folder;

  @OnEachJdk
  void isStopped(Jdk jdk) {
    LongConversation.assertStopped(
        JavaProgram.ofMain(LongConversationProgram.class)
            .on(jdk)
            .jvmOptions("-Dorg.slf4j.simpleLogger.defaultLogLevel=error")
            .agentConfig(folder, LongConversation.config("spring-ai", "spring-ai-tool"))
            .run(Duration.ofMinutes(5)));
  }
}
