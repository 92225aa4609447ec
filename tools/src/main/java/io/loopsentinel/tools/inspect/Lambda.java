package io.loopsentinel.tools.inspect;

/**
 * A lambda expression or method reference.
 *
 * @param implemented the method of the interface that it implements
 * @param body the method that holds its code
 */
record Lambda(MethodRef implemented, MethodRef body) {}
