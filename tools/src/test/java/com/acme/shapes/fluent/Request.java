package com.acme.shapes.fluent;

import java.io.IOException;
import java.io.UncheckedIOException;

/** A request that is sent when it is called. */
public final class Request {

  private final ChatClient client;
  private final Session session;
  private double temperature = 0.2;

  Request(ChatClient client, Session session) {
    this.client = client;
    this.session = session;
  }

  public Request temperature(double value) {
    temperature = value;
    return this;
  }

  public Request user(String text) {
    session.add("user", text);
    return this;
  }

  public Response call() {
    for (int attempt = 1; ; attempt++) {
      try {
        return client.send(session.messages(), temperature);
      } catch (IOException e) {
        if (attempt == 3) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }
}
