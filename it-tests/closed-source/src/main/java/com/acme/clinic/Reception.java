package com.acme.clinic;

import java.util.Map;

/** Receives patients. */
final class Reception {

  private static final int MAX_TURNS = 12;

  private final ChatClient client;

  Reception(ChatClient client) {
    this.client = client;
  }

  String receive(String patient, String complaint) {
    Visit visit = new Visit(patient);
    Answer answer = client.prompt(visit).temperature(0).user(complaint).call();
    for (int turn = 1; !answer.uses().isEmpty(); turn++) {
      if (turn > MAX_TURNS) {
        return "no answer for " + visit.patient() + " after " + MAX_TURNS + " turns";
      }
      visit.messages().add(Map.of("role", "assistant", "tool_calls", answer.raw()));
      for (ToolUse use : answer.uses()) {
        visit
            .messages()
            .add(Map.of("role", "tool", "tool_call_id", use.id(), "content", client.handle(use)));
      }
      answer = client.prompt(visit).call();
    }
    return answer.text();
  }
}
