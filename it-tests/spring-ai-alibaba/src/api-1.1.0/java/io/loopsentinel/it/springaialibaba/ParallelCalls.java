package io.loopsentinel.it.springaialibaba;

import com.alibaba.cloud.ai.graph.agent.Builder;
import java.util.List;
import java.util.function.UnaryOperator;

/** Settings of an agent that makes the calls of a response at once: there are none. */
final class ParallelCalls {

  private ParallelCalls() {}

  static List<UnaryOperator<Builder>> settings() {
    return List.of();
  }
}
