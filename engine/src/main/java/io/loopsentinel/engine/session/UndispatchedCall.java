package io.loopsentinel.engine.session;

/**
 * A call that the model asked for, and that no target saw dispatched.
 *
 * @param requested the call
 * @param ruling what the engine says about it
 */
public record UndispatchedCall(RequestedCall requested, Ruling ruling) {}
