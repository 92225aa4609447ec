/**
 * {@code discover}: watches what looks like tool dispatch while an application runs, and writes
 * targets for what was really called. Nothing is judged and nothing is stopped.
 */
@NullMarked
package io.loopsentinel.tools.discover;

import org.jspecify.annotations.NullMarked;
