/** Commands for JVMs that run: which are guarded, what was stopped there, and how to steer it. */
@NullMarked
package io.loopsentinel.tools.jvm;

import org.jspecify.annotations.NullMarked;
