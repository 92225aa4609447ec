package com.acme.shapes.lazy;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Asks a model that answers with a place where the completion will be. */
public final class CompletionService {

  private final URL endpoint;

  public CompletionService(URL endpoint) {
    this.endpoint = endpoint;
  }

  public Completion complete(List<String> messages) throws IOException {
    HttpURLConnection connection = (HttpURLConnection) endpoint.openConnection();
    connection.setRequestMethod("POST");
    connection.setDoOutput(true);
    connection
        .getOutputStream()
        .write(("{\"messages\":" + messages + "}").getBytes(StandardCharsets.UTF_8));
    if (connection.getResponseCode() != 202) {
      throw new IOException("the model answered " + connection.getResponseCode());
    }
    return new Completion(new URL(connection.getHeaderField("Location")), "clinic-3");
  }
}
