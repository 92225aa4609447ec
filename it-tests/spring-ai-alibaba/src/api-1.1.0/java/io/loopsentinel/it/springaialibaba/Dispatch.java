package io.loopsentinel.it.springaialibaba;

import com.alibaba.cloud.ai.graph.agent.Builder;
import io.loopsentinel.it.scenario.Library;

/** The ways in which Spring AI Alibaba 1.1.0 comes to execute a tool. */
enum Dispatch {
  /** A {@code @Tool} method, by an agent that is called. */
  CALLED(Way.CALLED),
  /** A {@code @Tool} method, by an agent that is streamed. */
  STREAMED(Way.STREAMED),
  /** A {@code @Tool} method, by the agent of a loop of agents. */
  LOOP(Way.LOOP),
  /** An agent that another one has as a tool. */
  AGENT_AS_TOOL(Way.AGENT_AS_TOOL);

  private final Way way;

  Dispatch(Way way) {
    this.way = way;
  }

  Way way() {
    return way;
  }

  /** Gives an agent its tool. */
  Builder equip(Builder agent, Library library) {
    return agent.methodTools(new SearchTool(library));
  }

  /** Whether calls of one response are made at once. */
  boolean isParallel() {
    return false;
  }

  /** Whether responses are seen as turns: a streamed one is nowhere whole. */
  boolean hasTurns() {
    return way != Way.STREAMED;
  }
}
