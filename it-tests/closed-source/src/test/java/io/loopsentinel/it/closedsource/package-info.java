/** What {@code inspect} and {@code discover} find in a framework whose names are gone. */
@NullMarked
package io.loopsentinel.it.closedsource;

import org.jspecify.annotations.NullMarked;
