/** Applications with libraries that the agent tells through. */
@NullMarked
package io.loopsentinel.it.telemetry.program;

import org.jspecify.annotations.NullMarked;
