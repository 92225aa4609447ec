package com.acme.shapes.consumed;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** An answer whose content can be read once. */
public final class AnswerStream {

  private final BufferedReader lines;
  private final int promptTokens;

  AnswerStream(InputStream body, int promptTokens) {
    this.lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
    this.promptTokens = promptTokens;
  }

  public String content() {
    StringBuilder text = new StringBuilder();
    try {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("data: ")) {
          text.append(line.substring("data: ".length()));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  public int promptTokens() {
    return promptTokens;
  }
}
