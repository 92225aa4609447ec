/** The guard of the store that several JVMs share. */
@NullMarked
package io.loopsentinel.agent.store;

import org.jspecify.annotations.NullMarked;
