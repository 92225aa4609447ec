/** The agent on a Quarkus application whose AI services are those of Quarkus LangChain4j. */
@NullMarked
package io.loopsentinel.it.quarkus;

import org.jspecify.annotations.NullMarked;
