/** The agent on agents of LangChain4j that call agents. */
@NullMarked
package io.loopsentinel.it.agentic;

import org.jspecify.annotations.NullMarked;
