package com.acme;

import java.util.Map;

/** A tool. */
public interface Tool {
  /** Its name. */
  String name();

  /** Does what it is for. */
  String execute(Map<String, Object> arguments);
}
