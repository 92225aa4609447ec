/** The small language that reads values from the application and builds values for it. */
@NullMarked
package io.loopsentinel.agent.expression;

import org.jspecify.annotations.NullMarked;
