package io.loopsentinel.engine.identity;

import java.util.List;
import java.util.Set;

/**
 * The identity of a call, by which it is compared with others.
 *
 * @param fingerprint equal for equal calls; unique if the arguments are not comparable
 * @param values the first 1,024 texts, numbers and booleans in the arguments that count, in the
 *     order of the {@linkplain CanonicalJson canonical form}
 * @param comparable whether the arguments are within the limits up to which they are read; a call
 *     beyond them equals no other
 * @param namedPaths the paths of the rule that matched an argument
 */
public record CallIdentity(
    Fingerprint fingerprint, List<String> values, boolean comparable, Set<String> namedPaths) {}
