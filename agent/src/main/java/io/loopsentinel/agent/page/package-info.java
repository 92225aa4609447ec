/** The live page of a guarded JVM, and the resources that it shares with {@code replay}. */
@NullMarked
package io.loopsentinel.agent.page;

import org.jspecify.annotations.NullMarked;
