package com.acme.desk;

import java.util.Map;

/** What the model may ask for. */
interface Tool {
  String run(Map<String, Object> arguments);
}
