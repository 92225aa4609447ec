/** The agent on LangGraph4j: its agent executors for LangChain4j and for Spring AI. */
@NullMarked
package io.loopsentinel.it.langgraph4j;

import org.jspecify.annotations.NullMarked;
