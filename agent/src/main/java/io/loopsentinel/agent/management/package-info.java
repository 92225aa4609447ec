/** What people and applications can ask of a running agent. */
@NullMarked
package io.loopsentinel.agent.management;

import org.jspecify.annotations.NullMarked;
