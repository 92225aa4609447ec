package io.loopsentinel.it.springaialibaba;

import com.alibaba.cloud.ai.graph.agent.Builder;
import io.loopsentinel.it.scenario.Library;

/** The ways in which Spring AI Alibaba 1.1.2 comes to execute a tool. */
enum Dispatch {
  /** A {@code @Tool} method, by an agent that is called. */
  CALLED(Way.CALLED),
  /** A {@code @Tool} method, by an agent that is streamed. */
  STREAMED(Way.STREAMED),
  /** A {@code @Tool} method, by the agent of a loop of agents. */
  LOOP(Way.LOOP),
  /** An agent that another one has as a tool. */
  AGENT_AS_TOOL(Way.AGENT_AS_TOOL),
  /** A {@code @Tool} method beside another call, by an agent that is called. */
  PARALLEL(Way.CALLED),
  /** A {@code @Tool} method beside another call, by an agent that is streamed. */
  PARALLEL_STREAMED(Way.STREAMED),
  /** A class of the application, on another thread, by an agent that is called. */
  ASYNCHRONOUS(Way.CALLED);

  private final Way way;

  Dispatch(Way way) {
    this.way = way;
  }

  Way way() {
    return way;
  }

  /** Gives an agent its tool. */
  Builder equip(Builder agent, Library library) {
    return this == ASYNCHRONOUS
        ? agent.tools(new SearchCallback(library)).wrapSyncToolsAsAsync(true)
        : agent.methodTools(new SearchTool(library)).parallelToolExecution(isParallel());
  }

  /** Whether calls of one response are made at once. */
  boolean isParallel() {
    return this == PARALLEL || this == PARALLEL_STREAMED;
  }

  /** Whether responses are seen as turns. */
  boolean hasTurns() {
    return true;
  }
}
