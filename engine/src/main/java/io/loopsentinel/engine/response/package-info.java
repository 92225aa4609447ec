/** The texts and errors by which a finding is told to models and callers. */
@NullMarked
package io.loopsentinel.engine.response;

import org.jspecify.annotations.NullMarked;
