package io.loopsentinel.benchmarks.startup;

import java.io.File;
import java.util.List;

/**
 * A program whose start is measured, from the first to the last instruction of its JVM.
 *
 * @param title names it in reports
 * @param main its main class
 * @param tool the class of its tool, which the compared agents have for a target
 * @param classPath what it runs with
 */
record Application(String title, String main, String tool, String classPath) {

  /** What each prints last, and no run may fail to. */
  static final String EXPECTED = "3 books on loops";

  private static final String PACKAGE = Application.class.getPackageName() + ".program.";

  /**
   * Returns all.
   *
   * @param classes where the programs themselves are
   * @param folder holds a folder of jars for each
   */
  static List<Application> all(File classes, File folder) {
    return List.of(
        // A tool of another program: no agent finds its target.
        of("hello world", "HelloProgram", "LangChain4jTool", classes.getPath()),
        of(
            "LangChain4j assistant, one tool call",
            "LangChain4jProgram",
            "LangChain4jTool",
            classes + File.pathSeparator + new File(folder, "langchain4j") + "/*"),
        of(
            "Spring Boot with Spring AI, one tool call",
            "SpringAiProgram",
            "SpringAiTool",
            classes + File.pathSeparator + new File(folder, "spring") + "/*"));
  }

  /** Whether it does next to nothing. */
  boolean isSmall() {
    return main.endsWith("HelloProgram");
  }

  private static Application of(String title, String main, String tool, String classPath) {
    return new Application(title, PACKAGE + main, PACKAGE + tool, classPath);
  }
}
