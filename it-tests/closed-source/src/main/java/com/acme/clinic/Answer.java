package com.acme.clinic;

import java.util.List;

/** What the model says. */
record Answer(String text, List<ToolUse> uses, Object raw, long inputTokens, long outputTokens) {}
