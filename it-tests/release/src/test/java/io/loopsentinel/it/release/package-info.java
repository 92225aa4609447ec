/** What the profile {@code release} publishes, built from copies of the sources. */
@NullMarked
package io.loopsentinel.it.release;

import org.jspecify.annotations.NullMarked;
