/** What is remembered of each session, and the engine that judges its calls. */
@NullMarked
package io.loopsentinel.engine.session;

import org.jspecify.annotations.NullMarked;
