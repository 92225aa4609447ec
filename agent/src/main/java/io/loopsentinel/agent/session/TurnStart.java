package io.loopsentinel.agent.session;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the engine says before a turn begins.
 *
 * @param ended what ended the session, now or before; {@code null} where the turn may begin
 * @param undispatched what was found about calls of the last response that never were dispatched;
 *     in the order in which the model asked for them
 */
public record TurnStart(Ruling.@Nullable Found ended, List<Undispatched> undispatched) {

  public TurnStart {
    undispatched = List.copyOf(undispatched);
  }

  /**
   * A call that no target saw dispatched and that continues a loop.
   *
   * @param requested the call
   * @param ruling what was found about it
   */
  public record Undispatched(RequestedCall requested, Ruling.Found ruling) {}
}
