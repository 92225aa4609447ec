/** Reads a tool call, model turn or run off a method call, asks the engine, builds the verdict. */
@NullMarked
package io.loopsentinel.agent.guard;

import org.jspecify.annotations.NullMarked;
