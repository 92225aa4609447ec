package io.loopsentinel.engine.api;

/** Thrown for an invalid setting of an extension; reported with its line and column. */
public final class SettingException extends Exception {

  private static final long serialVersionUID = 1L;

  private final String key;

  /**
   * Creates an exception.
   *
   * @param key the key in the extension's section; may be absent there
   * @param problem the problem, such as {@code expected a number above 0}
   */
  public SettingException(String key, String problem) {
    super(problem);
    this.key = key;
  }

  /** Returns the key. */
  public String key() {
    return key;
  }
}
