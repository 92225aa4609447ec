/** Results of calls that equal calls get again. */
@NullMarked
package io.loopsentinel.engine.reuse;

import org.jspecify.annotations.NullMarked;
