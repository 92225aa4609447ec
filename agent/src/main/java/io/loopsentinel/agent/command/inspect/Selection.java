package io.loopsentinel.agent.command.inspect;

import io.loopsentinel.agent.config.TargetKind;
import java.util.Set;

/**
 * Which candidates are told.
 *
 * @param kinds the kinds of targets; never empty
 * @param mostOfKind how many of each kind at most
 * @param leastScore the score below which a candidate is left out
 * @param withProfiles whether what profiles guard is told as guarded
 */
record Selection(Set<TargetKind> kinds, int mostOfKind, int leastScore, boolean withProfiles) {}
