package com.acme.shapes.toolworkers;

import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A call of one user's agent that waits for a worker. */
public record ToolJob(
    String tenant,
    String toolName,
    Map<String, Object> arguments,
    CompletableFuture<String> done) {}
