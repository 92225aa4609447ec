/** The agent as a guest in a JVM. */
@NullMarked
package io.loopsentinel.it.jvm;

import org.jspecify.annotations.NullMarked;
