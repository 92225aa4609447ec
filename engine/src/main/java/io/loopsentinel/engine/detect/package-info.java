/** The detectors, which look for loops in a session's history, and that history; no I/O. */
@NullMarked
package io.loopsentinel.engine.detect;

import org.jspecify.annotations.NullMarked;
