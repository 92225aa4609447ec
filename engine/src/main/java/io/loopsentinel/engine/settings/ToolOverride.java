package io.loopsentinel.engine.settings;

/**
 * The policy of the tools that a name or glob matches.
 *
 * @param tools which tools
 * @param policy how they are judged
 */
public record ToolOverride(Glob tools, ToolPolicy policy) {}
