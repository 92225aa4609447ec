/** The detectors, and the session history in which they look for loops. No I/O. */
@NullMarked
package io.loopsentinel.engine.detect;

import org.jspecify.annotations.NullMarked;
