/** What holds for the end of a run on every framework, and what an adapter of one has to bring. */
@NullMarked
package io.loopsentinel.it.contract;

import org.jspecify.annotations.NullMarked;
