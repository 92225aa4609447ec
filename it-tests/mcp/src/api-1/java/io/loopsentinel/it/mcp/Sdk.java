package io.loopsentinel.it.mcp;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema.Tool;

/** What is written otherwise in version 1 of the SDK. */
final class Sdk {

  static final String VERSION = "1.1";

  private Sdk() {}

  static Tool tool(String name, String inputSchema) {
    return Tool.builder().name(name).inputSchema(McpJsonDefaults.getMapper(), inputSchema).build();
  }
}
