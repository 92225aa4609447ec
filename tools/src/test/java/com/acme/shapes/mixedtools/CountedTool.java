package com.acme.shapes.mixedtools;

/** Counts how often it was looked at, so that to read what it is does something. */
final class CountedTool implements Tool {

  private int looks;

  @Override
  public Definition definition() {
    looks++;
    return new Definition("looks");
  }

  @Override
  public String call(String arguments) {
    return looks + " looks";
  }
}
