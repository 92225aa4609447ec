package com.acme;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a dispatcher is asked for. */
public record Request(
    String tool,
    Map<String, Object> arguments,
    @Nullable String conversationId,
    Optional<String> user,
    List<Part> parts) {}
