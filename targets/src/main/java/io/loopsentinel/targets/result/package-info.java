/** The result types of methods, among them asynchronous ones, and copies of results. */
@NullMarked
package io.loopsentinel.targets.result;

import org.jspecify.annotations.NullMarked;
