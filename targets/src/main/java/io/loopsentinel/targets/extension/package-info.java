/** Loading and isolation of extensions in the user's own jars. */
@NullMarked
package io.loopsentinel.targets.extension;

import org.jspecify.annotations.NullMarked;
