package io.loopsentinel.launch;

import org.jspecify.annotations.Nullable;

/**
 * Recognizes the JDK's own programs.
 *
 * <p>With the agent in {@code JAVA_TOOL_OPTIONS}, {@code jcmd}, {@code keytool} and {@code javac}
 * start it, too. They have nothing to guard, and other programs parse their output.
 */
final class JdkTool {

  private JdkTool() {}

  static boolean isRunning() {
    return isTool(System.getProperty("jdk.module.main"), System.getProperty("sun.java.command"));
  }

  /** Returns whether a main module is a tool's. Applications on the class path have none. */
  static boolean isTool(@Nullable String mainModule, @Nullable String command) {
    if (mainModule == null || !(mainModule.startsWith("jdk.") || mainModule.startsWith("java."))) {
      return false;
    }
    // "java App.java" (JEP 330) compiles the application in memory and then runs it: no tool.
    return command == null || !command.contains("com.sun.tools.javac.launcher.");
  }
}
