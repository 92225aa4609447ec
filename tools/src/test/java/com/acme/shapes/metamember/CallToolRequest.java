package com.acme.shapes.metamember;

import java.util.Map;

/** A request to call a tool of a server. */
public record CallToolRequest(
    Map<String, Object> meta, String name, Map<String, Object> arguments, String progressToken) {}
