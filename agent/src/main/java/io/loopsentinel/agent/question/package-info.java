/** Calls that wait for a person, and what the person answers. */
@NullMarked
package io.loopsentinel.agent.question;

import org.jspecify.annotations.NullMarked;
