@NullMarked
package io.loopsentinel.store.kit;

import org.jspecify.annotations.NullMarked;
