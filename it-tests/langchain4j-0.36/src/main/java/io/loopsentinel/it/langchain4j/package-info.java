/** Assistants on LangChain4j 0.36, and what the assistants of all versions have in common. */
@NullMarked
package io.loopsentinel.it.langchain4j;

import org.jspecify.annotations.NullMarked;
