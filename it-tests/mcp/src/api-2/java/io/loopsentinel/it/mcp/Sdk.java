package io.loopsentinel.it.mcp;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema.Tool;

/** What is written otherwise in version 2 of the SDK. */
final class Sdk {

  static final String VERSION = "2.1";

  private Sdk() {}

  static Tool tool(String name, String inputSchema) {
    return Tool.builder(name, McpJsonDefaults.getMapper(), inputSchema).build();
  }
}
