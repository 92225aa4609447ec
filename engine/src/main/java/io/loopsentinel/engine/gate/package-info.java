/** Decides about calls by the tool alone, before the first one runs. */
@NullMarked
package io.loopsentinel.engine.gate;

import org.jspecify.annotations.NullMarked;
