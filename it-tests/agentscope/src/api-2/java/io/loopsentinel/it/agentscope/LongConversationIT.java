package io.loopsentinel.it.agentscope;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.LongConversation;
import java.io.File;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;

/** A loop over several messages of a session of AgentScope. */
class LongConversationIT {

  @TempDir private File folder;

  @OnEachJdk
  void isStopped(Jdk jdk) {
    LongConversation.assertStopped(
        JavaProgram.ofMain(LongConversationProgram.class)
            .on(jdk)
            .jvmOptions(JavaProgram.QUICK_START)
            .agentConfig(folder, LongConversation.config("agentscope", "agentscope-tool"))
            .run(Duration.ofMinutes(5)));
  }
}
