package io.loopsentinel.it.contract;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.scenario.LongConversation;
import java.io.File;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;

/** A loop over several messages of a conversation is stopped: see {@link LongConversation}. */
public abstract class LongConversationContract {

  private final Class<?> program;
  private final String profile;

  @TempDir private File folder;

  /** Takes the program, and the profile whose target for tools it uses. */
  protected LongConversationContract(Class<?> program, String profile) {
    this.program = program;
    this.profile = profile;
  }

  @OnEachJdk(17)
  void isStopped(Jdk jdk) {
    LongConversation.assertStopped(
        JavaProgram.ofMain(program)
            .on(jdk)
            .jvmOptions(JavaProgram.QUICK_START, "-Dorg.slf4j.simpleLogger.defaultLogLevel=error")
            .agentConfig(folder, LongConversation.config(profile, profile + "-tool"))
            .run(Duration.ofMinutes(5)));
  }
}
