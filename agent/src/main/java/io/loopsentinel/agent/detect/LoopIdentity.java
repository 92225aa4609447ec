package io.loopsentinel.agent.detect;

import io.loopsentinel.agent.fingerprint.Fingerprint;

/**
 * What makes two findings findings of one loop; rungs of the ladder are counted by it.
 *
 * @param detector which detector found it
 * @param subject what repeats: for {@code repeat} the fingerprint of the call
 */
public record LoopIdentity(DetectorKind detector, Fingerprint subject) {}
