/** The way from the JVM into the agent's own class loader. */
@NullMarked
package io.loopsentinel.launch;

import org.jspecify.annotations.NullMarked;
