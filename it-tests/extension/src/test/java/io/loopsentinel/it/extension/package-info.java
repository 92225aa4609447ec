/** Extensions in the agent of a real JVM. */
@NullMarked
package io.loopsentinel.it.extension;

import org.jspecify.annotations.NullMarked;
