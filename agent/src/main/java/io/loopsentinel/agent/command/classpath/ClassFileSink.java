package io.loopsentinel.agent.command.classpath;

/** Takes in the class files of a class path, one after the other. */
public interface ClassFileSink {

  /**
   * Takes in a class file.
   *
   * @param path where it is, for messages
   */
  void accept(String path, byte[] file);

  /** Hears of what cannot be read; told once for each file. */
  void unreadable(String path, String reason);
}
