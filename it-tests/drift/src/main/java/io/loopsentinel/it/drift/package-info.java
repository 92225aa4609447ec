/** What the newest versions of the frameworks take away from the profiles; run by hand. */
@NullMarked
package io.loopsentinel.it.drift;

import org.jspecify.annotations.NullMarked;
