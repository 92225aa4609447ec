package com.acme.shapes.mixedtools;

/** A tool, of whatever kind. */
public interface Tool {

  /** What a tool is. */
  record Definition(String name) {}

  Definition definition();

  String call(String arguments);
}
