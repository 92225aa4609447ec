package io.loopsentinel.it.springai;

import java.util.List;
import org.springframework.ai.chat.client.advisor.api.Advisor;
import org.springframework.ai.chat.memory.ChatMemory;

/** The loops of tool calls that are an advisor: there are none. */
enum LoopAdvisor {
  ;

  String text() {
    throw new UnsupportedOperationException();
  }

  boolean isKnownInStreams() {
    return false;
  }

  List<Advisor> around(ChatMemory memory) {
    throw new UnsupportedOperationException();
  }
}
