/** What is done about a finding: the ladder of actions, messages, errors. */
@NullMarked
package io.loopsentinel.agent.response;

import org.jspecify.annotations.NullMarked;
