/** The outcomes of calls, as small comparable keys. Their text is not kept. */
@NullMarked
package io.loopsentinel.engine.outcome;

import org.jspecify.annotations.NullMarked;
