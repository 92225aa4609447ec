package com.acme.depot;

import java.util.Map;

/** Does one thing. */
interface Station {
  String work(Map<String, Object> slip);
}
