/** What {@code inspect} and {@code discover} find in applications whose names are gone. */
@NullMarked
package io.loopsentinel.it.closedsource;

import org.jspecify.annotations.NullMarked;
