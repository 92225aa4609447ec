/** Classes of the agent that use the libraries of the application. */
@NullMarked
package io.loopsentinel.agent.bridge;

import org.jspecify.annotations.NullMarked;
