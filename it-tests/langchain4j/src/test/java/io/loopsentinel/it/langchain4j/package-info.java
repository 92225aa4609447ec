/** The agent on LangChain4j. */
@NullMarked
package io.loopsentinel.it.langchain4j;

import org.jspecify.annotations.NullMarked;
