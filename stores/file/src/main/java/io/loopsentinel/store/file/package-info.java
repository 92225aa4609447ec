/** A store of sessions in a file, as an extension. */
@NullMarked
package io.loopsentinel.store.file;

import org.jspecify.annotations.NullMarked;
