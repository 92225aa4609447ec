package com.acme.shapes.lazy;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;

/** A completion that is fetched when its text is asked for. */
public final class Completion {

  private final URL location;
  private final String model;
  private volatile String text;

  Completion(URL location, String model) {
    this.location = location;
    this.model = model;
  }

  public String getText() {
    String found = text;
    if (found == null) {
      found = fetch();
      text = found;
    }
    return found;
  }

  public String getModel() {
    return model;
  }

  private String fetch() {
    try (InputStream in = location.openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
