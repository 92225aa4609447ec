package io.loopsentinel.engine.identity;

import java.util.List;
import java.util.Set;

/**
 * What makes a call the same as another.
 *
 * @param fingerprint equal for equal calls; one of its own where the arguments are not comparable
 * @param canonicalArguments those arguments that count, in {@linkplain CanonicalJson canonical
 *     form}; as far as they were read
 * @param values the texts and numbers in these, in their order; the first 1,024
 * @param comparable whether the arguments are within the bounds up to which they are read; a call
 *     beyond them equals no other
 * @param namedPaths the paths of the rule that named an argument
 */
public record CallIdentity(
    Fingerprint fingerprint,
    String canonicalArguments,
    List<String> values,
    boolean comparable,
    Set<String> namedPaths) {}
