/** What an application can see of Loop Sentinel. JDK types only. */
@NullMarked
package io.loopsentinel;

import org.jspecify.annotations.NullMarked;
