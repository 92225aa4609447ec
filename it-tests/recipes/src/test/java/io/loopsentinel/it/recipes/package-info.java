/** Applications that do what the pages tell them to. */
@NullMarked
package io.loopsentinel.it.recipes;

import org.jspecify.annotations.NullMarked;
