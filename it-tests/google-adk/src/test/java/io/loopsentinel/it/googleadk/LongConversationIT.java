package io.loopsentinel.it.googleadk;

import io.loopsentinel.it.contract.LongConversationContract;

/** A loop over several messages of a session of ADK. */
class LongConversationIT extends LongConversationContract {

  LongConversationIT() {
    super(LongConversationProgram.class, "google-adk");
  }
}
