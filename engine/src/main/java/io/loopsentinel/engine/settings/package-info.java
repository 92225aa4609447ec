/** What can be configured of the engine, as immutable records, and what can be switched later. */
@NullMarked
package io.loopsentinel.engine.settings;

import org.jspecify.annotations.NullMarked;
