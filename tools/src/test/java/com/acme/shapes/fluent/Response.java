package com.acme.shapes.fluent;

import java.util.List;

/** What the model said. */
public record Response(String text, List<ToolUse> toolUses, int inputTokens, int outputTokens) {}
