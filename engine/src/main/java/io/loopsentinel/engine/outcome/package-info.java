/** What a call brought, turned into small keys that can be compared; no text of it is kept. */
@NullMarked
package io.loopsentinel.engine.outcome;

import org.jspecify.annotations.NullMarked;
