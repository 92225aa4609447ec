package io.loopsentinel.it.springaialibaba;

import io.loopsentinel.it.contract.LongConversationContract;

/** A loop over several messages of a thread of a graph. */
class LongConversationIT extends LongConversationContract {

  LongConversationIT() {
    super(LongConversationProgram.class, "spring-ai-alibaba");
  }
}
