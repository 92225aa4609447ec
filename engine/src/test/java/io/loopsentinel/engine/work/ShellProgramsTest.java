package io.loopsentinel.engine.work;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** A shell is many programs: each has failures of its own. */
class ShellProgramsTest {

  private static final String NOT_FOUND = "bash: line 1: javac: command not found";

  private final Conversation run = new Conversation();

  @Test
  void aSuccessOfAnotherProgramDoesNotEndTheStreak() {
    for (int i = 0; i < 4; i++) {
      shell("javac -d out" + i + " src/main/App" + i + ".java", NOT_FOUND);
      shell("ls", "App.java");
    }

    run.verdict().foundBetween(4, 7);
  }

  @Test
  void refusesTheFourthCallOfAProgramThatNeverWorked() {
    String[] options = {"-g", "-nowarn", "-verbose", "-Werror"};
    for (String option : options) {
      shell("javac " + option + " src/main/java/App.java", NOT_FOUND);
    }

    run.verdict().stopsAt(3);
  }

  @Test
  void anotherProgramRuns() {
    for (int i = 0; i < 3; i++) {
      shell("javac src/main/java/App.java -nowarn -d out", NOT_FOUND);
    }
    shell("which javac src/main/java/App.java", "/usr/lib/jvm/bin/javac");

    run.verdict().neverStops(3);
  }

  @Test
  void aChangeLetsTheProgramRunAgain() {
    for (int i = 0; i < 3; i++) {
      shell("javac -Xlint" + i + " src/main/java/App.java -nowarn -d out", NOT_FOUND);
    }
    shell("apt-get install -y openjdk-17-jdk", "Setting up openjdk-17-jdk");
    shell("javac src/main/java/App.java -nowarn -d out", "1 class compiled");

    run.verdict().neverStops(4);
  }

  @Test
  void theDescriptionOfACommandDoesNotMakeItAnother() {
    for (int i = 0; i < 4; i++) {
      run.turn()
          .call("exec", Map.of("title", "attempt " + i, "command", "echo ready"))
          .returns("ready");
    }

    run.verdict().stopsAt(3);
  }

  @Test
  void aScriptThatLooksLikeACommandLineIsOne() {
    String[] options = {"-g", "-nowarn", "-verbose", "-Werror"};
    for (String option : options) {
      String script = "javac " + option + " src/main/java/App.java";
      run.turn().call("execute", Map.of("script", script, "cwd", "/app")).returns(NOT_FOUND);
    }

    run.verdict().stopsAt(3);
  }

  private void shell(String command, String result) {
    run.turn().call("bash", Map.of("command", command)).returns(result);
  }
}
