package io.loopsentinel.it.agentscope;

import io.loopsentinel.it.contract.LongConversationContract;

/** A loop over several messages of a session of AgentScope. */
class LongConversationIT extends LongConversationContract {

  LongConversationIT() {
    super(LongConversationProgram.class, "agentscope");
  }
}
