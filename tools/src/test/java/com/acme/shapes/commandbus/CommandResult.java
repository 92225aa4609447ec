package com.acme.shapes.commandbus;

/** What became of it. */
public record CommandResult(String text, boolean failed) {

  static CommandResult failure(String text) {
    return new CommandResult(text, true);
  }

  static CommandResult success(String text) {
    return new CommandResult(text, false);
  }
}
