package com.acme.shapes.chatroom;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;

/** A client of a room in which people chat. */
public final class ChatClient {

  /** The delivered alerts. */
  public record Delivery(String messageId, String text, int recipients) {}

  private final HttpClient http = HttpClient.newHttpClient();

  public Delivery chat(List<String> messages) throws IOException {
    String body = "{\"messages\":[\"" + String.join("\",\"", messages) + "\"]}";
    try {
      String answer =
          http.send(
                  HttpRequest.newBuilder(URI.create("https://chat.example/rooms/7/messages"))
                      .POST(HttpRequest.BodyPublishers.ofString(body))
                      .build(),
                  BodyHandlers.ofString())
              .body();
      return new Delivery(answer, messages.get(messages.size() - 1), 12);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
