/** Starts real JVMs with the real agent jar, for integration tests. */
@NullMarked
package io.loopsentinel.it.harness;

import org.jspecify.annotations.NullMarked;
