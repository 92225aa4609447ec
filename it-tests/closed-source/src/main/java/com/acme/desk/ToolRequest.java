package com.acme.desk;

import java.util.Map;

/** A call that the model asks for. */
record ToolRequest(String id, String name, Map<String, Object> arguments) {}
