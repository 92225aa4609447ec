@NullMarked
package io.loopsentinel.store.file;

import org.jspecify.annotations.NullMarked;
