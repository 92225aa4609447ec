/** Circuit breakers for the providers of models. */
@NullMarked
package io.loopsentinel.agent.breaker;

import org.jspecify.annotations.NullMarked;
