/** What is remembered of each session, and the engine that judges its calls. */
@NullMarked
package io.loopsentinel.agent.session;

import org.jspecify.annotations.NullMarked;
