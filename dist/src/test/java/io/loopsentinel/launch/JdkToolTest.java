package io.loopsentinel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JdkToolTest {

  @ParameterizedTest
  @CsvSource({
    "jdk.jcmd, jdk.jcmd/sun.tools.jcmd.JCmd -l",
    "jdk.compiler, jdk.compiler/com.sun.tools.javac.Main App.java",
    "java.base, java.base/sun.security.tools.keytool.Main -list",
    "jdk.jshell, ",
  })
  void knowsTheToolsOfTheJdk(String module, String command) {
    assertThat(JdkTool.isTool(module, command)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    ", com.acme.App --agent",
    "com.acme.app, com.acme.app/com.acme.App",
    "jdk.compiler, jdk.compiler/com.sun.tools.javac.launcher.Main App.java",
    "jdk.compiler, jdk.compiler/com.sun.tools.javac.launcher.SourceLauncher App.java",
  })
  void takesEverythingElseForAnApplication(String module, String command) {
    assertThat(JdkTool.isTool(module, command)).isFalse();
  }

  @Test
  void takesTheTestsForAnApplication() {
    assertThat(JdkTool.isRunning()).isFalse();
  }
}
