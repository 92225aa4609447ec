package io.loopsentinel.launch;

import org.jspecify.annotations.Nullable;

/**
 * Tells the JDK's own programs from applications.
 *
 * <p>With the agent in {@code JAVA_TOOL_OPTIONS} every {@code jcmd}, {@code keytool} and {@code
 * javac} starts it, too. They have no model to guard, and others read what they print.
 */
final class JdkTool {

  private JdkTool() {}

  static boolean runsHere() {
    return isTool(System.getProperty("jdk.module.main"), System.getProperty("sun.java.command"));
  }

  /** Whether a main module, which applications on the class path have not, is that of a tool. */
  static boolean isTool(@Nullable String mainModule, @Nullable String command) {
    if (mainModule == null || !(mainModule.startsWith("jdk.") || mainModule.startsWith("java."))) {
      return false;
    }
    // "java App.java" (JEP 330) compiles the application in memory and then runs it: no tool.
    return command == null || !command.contains("com.sun.tools.javac.launcher.");
  }
}
