/**
 * The contract of {@link io.loopsentinel.engine.api.SharedStore}, as tests that a store extends.
 */
@NullMarked
package io.loopsentinel.store.kit;

import org.jspecify.annotations.NullMarked;
