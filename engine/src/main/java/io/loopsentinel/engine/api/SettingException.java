package io.loopsentinel.engine.api;

/** A setting of an extension that does not fit; told with its line and column. */
public final class SettingException extends Exception {

  private static final long serialVersionUID = 1L;

  private final String key;

  /**
   * Creates an exception.
   *
   * @param key the setting in the extension's section; may be missing there
   * @param problem what is wrong, such as {@code expected a number above 0}
   */
  public SettingException(String key, String problem) {
    super(problem);
    this.key = key;
  }

  /** Returns the setting. */
  public String key() {
    return key;
  }
}
