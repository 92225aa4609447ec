package io.loopsentinel.it.closedsource;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.desk.Main;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.model.ScriptedModelServer;
import java.io.File;
import java.time.Duration;
import java.util.jar.JarFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code inspect} lists first for an obfuscated framework can be guarded. */
@FullMatrix
class InspectedHelpDeskIT {

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final ToolCall SEARCH = new ToolCall("find_orders", "{\"customer\": \"C-21\"}");
  private static final String SEARCHED = "searched for {customer=C-21}";

  @TempDir private static File folder;
  private static File jar = new File("");

  @BeforeAll
  static void obfuscate() throws Exception {
    jar = Obfuscation.jar(folder, Main.class, "");
  }

  @Test
  void noNameOfTheFrameworkIsLeft() throws Exception {
    try (JarFile file = new JarFile(jar)) {
      assertThat(file.stream().map(entry -> entry.getName()).filter(n -> n.endsWith(".class")))
          .hasSizeGreaterThan(8)
          .allMatch(name -> name.matches("o/[a-z]\\.class|com/acme/desk/Main\\.class"));
    }
  }

  @OnEachJdk
  void aLoopRunsUnguarded(Jdk jdk) {
    ProgramResult result = ask(helpDesk(jdk), Script.stubborn(SEARCH));

    assertThat(result.standardOutput().lines()).filteredOn(SEARCHED::equals).hasSize(12);
    assertThat(result.standardOutput()).contains("answer: no answer after 12 turns");
  }

  @OnEachJdk
  void theFirstCandidateOfInspectIsGuardedAndChangesNothing(Jdk jdk) throws Exception {
    File file =
        Candidate.configuration(
            Candidate.inspected(jdk, jar), new File(folder, "desk-" + jdk.feature() + ".yaml"));

    ProgramResult result =
        ask(helpDesk(jdk).agentArguments(file.getPath()), Script.stubborn(SEARCH));

    assertThat(result.standardOutput().lines()).filteredOn(SEARCHED::equals).hasSize(12);
    assertThat(result.standardError()).contains("guards own targets: tools (1 method)");
  }

  @Test
  void anArgumentThatDiscoverDoesNotKnowStopsTheJvmBeforeMain() {
    ProgramResult result =
        JavaProgram.ofMain("com.acme.desk.Main")
            .classPath(jar)
            .agentArguments("discover,to=targets.yaml")
            .run(LIMIT);

    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.standardOutput()).isEmpty();
    assertThat(result.standardError())
        .startsWith(
            "loop-sentinel: cannot read its argument \"discover,to=targets.yaml\"; expected");
  }

  private static JavaProgram helpDesk(Jdk jdk) {
    return JavaProgram.ofMain("com.acme.desk.Main").on(jdk).classPath(jar);
  }

  private static ProgramResult ask(JavaProgram program, Script script) {
    try (ScriptedModelServer model = ScriptedModelServer.start(script)) {
      return program.arguments(model.baseUrl(), "Where is my order?").run(LIMIT);
    }
  }
}
