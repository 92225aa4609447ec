/** What texts mean, as far as an extension can compare it. */
@NullMarked
package io.loopsentinel.engine.meaning;

import org.jspecify.annotations.NullMarked;
