package com.acme.shapes.sharedstate;

import java.util.ArrayList;
import java.util.List;

/** What a user said in all conversations. */
final class UserState {

  private final List<String> messages = new ArrayList<>();

  UserState() {}

  List<String> messages() {
    return messages;
  }
}
