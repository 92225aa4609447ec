/** The live page of a guarded JVM, and what it and the report of {@code replay} are drawn with. */
@NullMarked
package io.loopsentinel.agent.page;

import org.jspecify.annotations.NullMarked;
