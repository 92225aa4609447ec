package com.acme.desk;

/** What a tool gave. */
final class ToolOutput {

  private final String text;
  private final boolean failed;

  private ToolOutput(String text, boolean failed) {
    this.text = text;
    this.failed = failed;
  }

  static ToolOutput success(String text) {
    return new ToolOutput(text, false);
  }

  static ToolOutput failure(String text) {
    return new ToolOutput(text, true);
  }

  String text() {
    return failed ? "ERROR: " + text : text;
  }
}
