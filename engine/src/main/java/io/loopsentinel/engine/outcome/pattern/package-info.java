/** Tables of patterns, which are tried only in texts that contain one of their words. */
@NullMarked
package io.loopsentinel.engine.outcome.pattern;

import org.jspecify.annotations.NullMarked;
