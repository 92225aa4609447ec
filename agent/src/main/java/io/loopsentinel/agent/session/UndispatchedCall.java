package io.loopsentinel.agent.session;

/**
 * A call that the model asked for, that no target saw dispatched and that continues a loop.
 *
 * @param requested the call
 * @param ruling what was found about it
 */
public record UndispatchedCall(RequestedCall requested, Ruling.Found ruling) {}
