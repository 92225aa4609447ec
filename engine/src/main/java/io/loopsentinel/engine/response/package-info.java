/** The texts and errors that report a finding to models and callers. */
@NullMarked
package io.loopsentinel.engine.response;

import org.jspecify.annotations.NullMarked;
