package io.loopsentinel.engine.identity;

import java.util.List;
import java.util.Set;

/**
 * What makes a call the same as another.
 *
 * @param fingerprint equal for equal calls; one of its own where the arguments are not comparable
 * @param values the texts and numbers in those arguments that count, in the order of their
 *     {@linkplain CanonicalJson canonical form}; the first 1,024
 * @param comparable whether the arguments are within the bounds up to which they are read; a call
 *     beyond them equals no other
 * @param namedPaths the paths of the rule that named an argument
 */
public record CallIdentity(
    Fingerprint fingerprint, List<String> values, boolean comparable, Set<String> namedPaths) {}
