package com.acme.travel;

/** What a service found. */
final class Finding {

  private final String text;
  private final boolean missed;

  private Finding(String text, boolean missed) {
    this.text = text;
    this.missed = missed;
  }

  static Finding of(String text) {
    return new Finding(text, false);
  }

  static Finding missed(String reason) {
    return new Finding(reason, true);
  }

  String text() {
    return missed ? "failed: " + text : text;
  }
}
