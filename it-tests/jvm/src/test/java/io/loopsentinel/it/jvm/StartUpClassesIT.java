package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.jvm.program.HelloProgram;
import io.loopsentinel.it.jvm.program.LoopingProgram;
import io.loopsentinel.it.jvm.program.NamesakesProgram;
import io.loopsentinel.it.jvm.program.NoOpAgent;
import java.io.File;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a program without targets pays before its main, in classes: a number that, unlike a time, is
 * the same on every machine. A class takes about half a millisecond.
 */
class StartUpClassesIT {

  /** As many as there are, and two. */
  private static final int MAX_AGENT_CLASSES = 40;

  /**
   * With those of the JDK. The agent that does nothing has its class in a folder, so what opens
   * jars is among them: some sixty on JDK 17. Some forty tell the time of a line.
   */
  private static final int MAX_ADDED_CLASSES = 231;

  private static final String OWN = "io.loopsentinel.agent.";

  @TempDir private File folder;

  @OnEachJdk
  void areFew(Jdk jdk) throws IOException {
    String noOp = "-javaagent:" + AgentJars.write(folder, NoOpAgent.class);

    List<String> with = Programs.loadedClasses(hello(jdk).agent());
    List<String> without = Programs.loadedClasses(hello(jdk).jvmOptions(noOp));

    assertThat(without).contains(NoOpAgent.class.getName());
    assertThat(with).contains(OWN + "instrument.TargetTransformer");
    assertThat(with.stream().filter(name -> name.startsWith("io.loopsentinel.") && !isOfTest(name)))
        .hasSizeBetween(20, MAX_AGENT_CLASSES);
    assertThat(with.size() - without.size()).isLessThanOrEqualTo(MAX_ADDED_CLASSES);
  }

  @OnEachJdk
  void areNoneOfALibrary(Jdk jdk) {
    List<String> loaded = Programs.loadedClasses(hello(jdk).agent());

    assertThat(loaded)
        .noneMatch(
            name ->
                name.startsWith("net.bytebuddy.")
                    || name.startsWith("org.objectweb.asm.")
                    || name.startsWith("org.snakeyaml.")
                    || name.startsWith("com.fasterxml.")
                    || name.startsWith("com.github.benmanes."));
    assertThat(loaded)
        .doesNotContain("java.lang.LoopSentinelHook")
        .noneMatch(name -> name.startsWith("java.util.logging."));
  }

  /** Many programs have a method named call, which takes and returns a text. */
  @OnEachJdk
  void areNoneOfALibraryForMethodsThatAreOnlyNamedLikeTargets(Jdk jdk) {
    List<String> loaded =
        Programs.loadedClasses(JavaProgram.ofMain(NamesakesProgram.class).on(jdk).agent());

    assertThat(loaded).contains(NamesakesProgram.class.getName() + "$Special");
    assertThat(loaded).noneMatch(name -> name.startsWith("net.bytebuddy."));
  }

  /** The logging of the JDK is some forty classes, and the application's to set up. */
  @OnEachJdk
  void areNoneOfTheJdksLoggingBeforeMainWhereACallIsGuardedLater(Jdk jdk) {
    List<String> loaded = Programs.loadedClasses(guarded(jdk));

    int main = loaded.indexOf(LoopingProgram.class.getName());
    assertThat(main).isPositive();
    assertThat(loaded.subList(main, loaded.size()))
        .anyMatch(name -> name.startsWith("io.loopsentinel.engine.session."));
    assertThat(loaded.subList(0, main)).noneMatch(name -> name.startsWith("java.util.logging."));
  }

  private static boolean isOfTest(String name) {
    return name.startsWith("io.loopsentinel.it.");
  }

  private JavaProgram guarded(Jdk jdk) {
    String target =
        Programs.target("Plain", "method: execute, tool: arg0.tool, args: arg0.arguments");
    return Programs.looping(jdk, "Plain", 4).agentConfig(folder, target);
  }

  private static JavaProgram hello(Jdk jdk) {
    return JavaProgram.ofMain(HelloProgram.class).on(jdk);
  }
}
