/** What is seen of a session from outside: its key, its state and its eviction. */
@NullMarked
package io.loopsentinel.engine.session.view;

import org.jspecify.annotations.NullMarked;
