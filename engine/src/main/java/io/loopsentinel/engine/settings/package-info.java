/** What can be configured of the engine, as immutable records. */
@NullMarked
package io.loopsentinel.engine.settings;

import org.jspecify.annotations.NullMarked;
