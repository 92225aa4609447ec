/** Detectors: pure functions of a session's history and the next call; no clock, no I/O. */
@NullMarked
package io.loopsentinel.engine.detect;

import org.jspecify.annotations.NullMarked;
