/** The agent on AgentScope. */
@NullMarked
package io.loopsentinel.it.agentscope;

import org.jspecify.annotations.NullMarked;
