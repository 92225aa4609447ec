/** Writes candidates down as targets: what builds a synthetic result, and the YAML. */
@NullMarked
package io.loopsentinel.agent.command.inspect.propose;

import org.jspecify.annotations.NullMarked;
