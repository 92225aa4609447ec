/**
 * Finds the methods that look like tool dispatch, model turns and runs, and says why.
 *
 * <p>Each sign of it adds to a method's score, or takes from it. Names count as long as there are
 * any; what is left in obfuscated code are JDK types, texts, and which method calls which.
 */
@NullMarked
package io.loopsentinel.agent.command.inspect.rank;

import org.jspecify.annotations.NullMarked;
