package io.loopsentinel.it.springai;

import io.loopsentinel.it.contract.LongConversationContract;
import io.loopsentinel.it.harness.FullMatrix;

/** A loop over several messages of a conversation whose id the context of tools has. */
@FullMatrix
class LongConversationIT extends LongConversationContract {

  LongConversationIT() {
    super(LongConversationProgram.class, "spring-ai");
  }
}
