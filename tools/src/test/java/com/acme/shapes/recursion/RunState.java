package com.acme.shapes.recursion;

import java.util.ArrayList;
import java.util.List;

/** The state of one run. */
final class RunState {

  private final List<String> messages = new ArrayList<>();

  RunState(String question) {
    messages.add(question);
  }

  List<String> messages() {
    return messages;
  }
}
