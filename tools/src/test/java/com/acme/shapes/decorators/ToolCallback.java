package com.acme.shapes.decorators;

/** A tool. */
public interface ToolCallback {

  String name();

  String call(String toolInput);
}
