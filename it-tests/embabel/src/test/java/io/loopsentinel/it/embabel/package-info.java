/** The agent on Embabel, whose classes need Java 21. */
@NullMarked
package io.loopsentinel.it.embabel;

import org.jspecify.annotations.NullMarked;
