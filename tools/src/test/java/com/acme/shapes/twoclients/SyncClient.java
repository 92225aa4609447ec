package com.acme.shapes.twoclients;

import com.acme.shapes.twoclients.AsyncClient.ToolCall;
import com.acme.shapes.twoclients.AsyncClient.ToolResult;

/** Waits for what the other client calls. */
public final class SyncClient {

  private final AsyncClient client;

  public SyncClient(AsyncClient client) {
    this.client = client;
  }

  public ToolResult callTool(ToolCall call) {
    return client.callTool(call).join();
  }
}
