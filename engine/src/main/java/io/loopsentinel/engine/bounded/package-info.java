/** A lock and a map with bounds. */
@NullMarked
package io.loopsentinel.engine.bounded;

import org.jspecify.annotations.NullMarked;
