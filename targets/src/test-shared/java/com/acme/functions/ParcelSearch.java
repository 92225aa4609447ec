package com.acme.functions;

import java.util.function.Supplier;

/** A tool that is an object, whose fields are its arguments. */
public record ParcelSearch(String name, String query) implements Supplier<String> {

  @Override
  public String get() {
    return "";
  }
}
