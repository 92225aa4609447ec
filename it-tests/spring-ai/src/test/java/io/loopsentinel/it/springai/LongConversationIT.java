package io.loopsentinel.it.springai;

import io.loopsentinel.it.contract.LongConversationContract;

/** A loop over several messages of a conversation whose id the context of tools has. */
class LongConversationIT extends LongConversationContract {

  LongConversationIT() {
    super(LongConversationProgram.class, "spring-ai");
  }
}
