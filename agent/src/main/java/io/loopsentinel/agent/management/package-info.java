/** The management of a running agent by people and applications. */
@NullMarked
package io.loopsentinel.agent.management;

import org.jspecify.annotations.NullMarked;
