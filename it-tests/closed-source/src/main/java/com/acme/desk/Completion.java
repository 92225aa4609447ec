package com.acme.desk;

import java.util.List;

/** What the model says next. */
record Completion(String text, List<ToolRequest> requests, Object toolCalls, long tokens) {}
