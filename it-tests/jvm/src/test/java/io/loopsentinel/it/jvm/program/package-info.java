/** Programs that know nothing of the agent. */
@NullMarked
package io.loopsentinel.it.jvm.program;

import org.jspecify.annotations.NullMarked;
