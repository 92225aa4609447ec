/** Writes candidates down as targets: what builds a synthetic result, and the YAML. */
@NullMarked
package io.loopsentinel.agent.inspect.propose;

import org.jspecify.annotations.NullMarked;
