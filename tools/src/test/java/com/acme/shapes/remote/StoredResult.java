package com.acme.shapes.remote;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A long result that lies in a file, which is deleted once it was read. */
final class StoredResult implements ToolResult {

  private final Path file;

  StoredResult(Path file) {
    this.file = file;
  }

  @Override
  public String text() {
    try {
      String text = Files.readString(file);
      Files.delete(file);
      return text;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public boolean isError() {
    return false;
  }
}
