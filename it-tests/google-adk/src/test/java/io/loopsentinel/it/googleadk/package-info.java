/** The agent on Google's Agent Development Kit. */
@NullMarked
package io.loopsentinel.it.googleadk;

import org.jspecify.annotations.NullMarked;
