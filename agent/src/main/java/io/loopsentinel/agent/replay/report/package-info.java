/** The figures of a replay as text, JSON and HTML. */
@NullMarked
package io.loopsentinel.agent.replay.report;

import org.jspecify.annotations.NullMarked;
