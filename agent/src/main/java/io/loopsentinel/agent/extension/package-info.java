/** Loading and isolation of extensions in the user's own jars. */
@NullMarked
package io.loopsentinel.agent.extension;

import org.jspecify.annotations.NullMarked;
