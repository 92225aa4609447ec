package io.loopsentinel.engine.session;

/** Keeps the names of tools short: a model invents them, and sessions remember them. Stateless. */
final class ToolNames {

  /** No framework allows longer names; a longer one is cut. */
  static final int LONGEST = 256;

  private static final int KEPT = 200;

  private ToolNames() {}

  /** Returns a name, or the beginning of a long one with its length and a hash of the whole. */
  static String remembered(String name) {
    if (name.length() <= LONGEST) {
      return name;
    }
    int end = Character.isHighSurrogate(name.charAt(KEPT - 1)) ? KEPT - 1 : KEPT;
    return "%s... (%d characters, #%08x)"
        .formatted(name.substring(0, end), name.length(), name.hashCode());
  }
}
