/** The result types of methods, among them asynchronous ones. */
@NullMarked
package io.loopsentinel.targets.result;

import org.jspecify.annotations.NullMarked;
