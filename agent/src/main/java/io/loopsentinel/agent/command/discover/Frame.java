package io.loopsentinel.agent.command.discover;

/**
 * A method on a call stack.
 *
 * @param type binary name of the class that declares it
 */
record Frame(String type, String method, String descriptor) {}
