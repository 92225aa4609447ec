/** What the commands of the command line have in common. */
@NullMarked
package io.loopsentinel.tools.support;

import org.jspecify.annotations.NullMarked;
