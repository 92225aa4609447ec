package io.loopsentinel.it.closedsource;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.desk.Main;
import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.model.ScriptedModelServer;
import java.io.File;
import java.nio.file.Files;
import java.time.Duration;
import java.util.jar.JarFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code inspect} and {@code discover} print about an obfuscated framework stops its loop. */
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
  void whatInspectPrintsAnswersALoopWithAHint(Jdk jdk) {
    JavaProgram guarded = helpDesk(jdk).agentArguments(inspected(jdk).getPath());

    ProgramResult result =
        ask(guarded, Script.looping(Script.stubborn(SEARCH), "There is no such order."));

    assertThat(result.standardOutput().lines())
        .containsExactly(SEARCHED, SEARCHED, SEARCHED, "answer: There is no such order.");
    assertThat(result.exitCode()).isZero();
  }

  @OnEachJdk
  void checkFindsThatWhatInspectPrintsFits(Jdk jdk) {
    ProgramResult checked =
        JavaProgram.ofJar(AgentJar.file())
            .on(jdk)
            .arguments("check", "-c", inspected(jdk).getPath(), jar.getPath())
            .run(LIMIT);

    assertThat(checked.exitCode()).as("%s", checked).isZero();
    assertThat(checked.standardError()).isEmpty();
    assertThat(checked.standardOutput())
        .containsPattern("(?m)^o\\.[a-z]\\.[a-z]\\(.*\\): .* as tool target tool-1 \\(")
        .containsPattern("(?m)^  hint          returns the [a-z] that result builds$")
        .endsWith("\n3 methods would be guarded, no problem.\n");
  }

  @OnEachJdk
  void whatInspectPrintsAbortsALoopThatGoesOn(Jdk jdk) {
    JavaProgram guarded = helpDesk(jdk).agentArguments(inspected(jdk).getPath());

    ProgramResult result = ask(guarded, Script.stubborn(SEARCH));

    assertThat(result.standardOutput().lines()).containsExactly(SEARCHED, SEARCHED, SEARCHED);
    assertThat(result.standardError()).contains("io.loopsentinel.ToolLoopError");
    assertThat(result.exitCode()).isEqualTo(1);
  }

  @OnEachJdk
  void whatDiscoverWritesStopsTheLoopInTheNextRun(Jdk jdk) throws Exception {
    // given
    File found = new File(folder, "discovered-" + jdk.feature() + ".yaml");
    ProgramResult watched =
        ask(helpDesk(jdk).agentArguments("discover,out=" + found), Script.stubborn(SEARCH));
    assertThat(watched.standardOutput().lines()).filteredOn(SEARCHED::equals).hasSize(12);
    assertThat(Files.readString(found.toPath()))
        .contains("find_orders")
        .contains("{customer: text}")
        .doesNotContain("C-21");

    // when
    ProgramResult result =
        ask(
            helpDesk(jdk).agentArguments(found.getPath()),
            Script.looping(Script.stubborn(SEARCH), "There is no such order."));

    // then
    assertThat(result.standardOutput().lines())
        .containsExactly(SEARCHED, SEARCHED, SEARCHED, "answer: There is no such order.");
  }

  @Test
  void anArgumentThatDiscoverDoesNotKnowStopsTheJvmBeforeMain() {
    ProgramResult result =
        JavaProgram.ofMain("com.acme.desk.Main")
            .classPath(jar)
            .agentArguments("discover,to=targets.yaml")
            .run(LIMIT);

    assertThat(result)
        .isEqualTo(
            new ProgramResult(
                1,
                "",
                "loop-sentinel: cannot read its argument \"discover,to=targets.yaml\"; expected"
                    + " discover, discover,out=FILE or discover,ignore-profiles,out=FILE\n"));
  }

  private static File inspected(Jdk jdk) {
    File yaml = new File(folder, "inspected-" + jdk.feature() + ".yaml");
    ProgramResult result =
        JavaProgram.ofJar(AgentJar.file())
            .on(jdk)
            .arguments("inspect", "--out", yaml.getPath(), jar.getPath())
            .run(LIMIT);
    assertThat(result).isEqualTo(new ProgramResult(0, "", ""));
    return yaml;
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
