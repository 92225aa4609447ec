/** Commands for JVMs that run: which are guarded, what was stopped there, and how to steer it. */
@NullMarked
package io.loopsentinel.agent.command.jvm;

import org.jspecify.annotations.NullMarked;
