/** The API for applications. JDK types only. */
@NullMarked
package io.loopsentinel;

import org.jspecify.annotations.NullMarked;
