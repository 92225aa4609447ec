package io.loopsentinel.agent.management;

import java.util.List;
import java.util.function.Supplier;

/**
 * The targets of this JVM at each moment.
 *
 * @param matched supplies the names of those that guard something
 * @param unmatched supplies the names of configured ones that guard nothing
 * @param frameworks supplies a line for each guarded framework
 */
public record GuardedTargets(
    Supplier<List<String>> matched,
    Supplier<List<String>> unmatched,
    Supplier<List<String>> frameworks) {}
