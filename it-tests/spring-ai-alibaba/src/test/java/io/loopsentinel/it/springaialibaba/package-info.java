/** The agent on Spring AI Alibaba. */
@NullMarked
package io.loopsentinel.it.springaialibaba;

import org.jspecify.annotations.NullMarked;
