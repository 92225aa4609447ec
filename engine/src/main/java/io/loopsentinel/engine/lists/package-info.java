/** What lists are made of others with, where the first guarded call of a program does it. */
@NullMarked
package io.loopsentinel.engine.lists;

import org.jspecify.annotations.NullMarked;
