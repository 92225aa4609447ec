package com.acme.shapes.createdsession;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** A request whose session is made when it is asked for, as servlets do. */
public final class ChatRequest {

  private static final Map<String, String> SESSIONS = new ConcurrentHashMap<>();

  private final String user;
  private final String message;

  public ChatRequest(String user, String message) {
    this.user = user;
    this.message = message;
  }

  public String getUser() {
    return user;
  }

  public String getMessage() {
    return message;
  }

  public String getSessionId() {
    return SESSIONS.computeIfAbsent(user, name -> UUID.randomUUID().toString());
  }
}
