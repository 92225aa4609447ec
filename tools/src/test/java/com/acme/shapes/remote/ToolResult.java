package com.acme.shapes.remote;

/** What a tool gave, here or elsewhere. */
public interface ToolResult {

  String text();

  boolean isError();
}
