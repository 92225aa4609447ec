/** Starts the agent in its own class loader. */
@NullMarked
package io.loopsentinel.launch;

import org.jspecify.annotations.NullMarked;
