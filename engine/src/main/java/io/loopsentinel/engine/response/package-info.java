/** What is done about a finding: the ladder of actions, messages, errors. */
@NullMarked
package io.loopsentinel.engine.response;

import org.jspecify.annotations.NullMarked;
