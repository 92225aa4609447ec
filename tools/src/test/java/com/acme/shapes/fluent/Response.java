package com.acme.shapes.fluent;

import java.util.List;

/** The response of the model. */
public record Response(String text, List<ToolUse> toolUses, int inputTokens, int outputTokens) {}
