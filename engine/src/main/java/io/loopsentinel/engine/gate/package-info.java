/** Decides about calls by the tool alone, before the first one runs, and keeps their effects. */
@NullMarked
package io.loopsentinel.engine.gate;

import org.jspecify.annotations.NullMarked;
