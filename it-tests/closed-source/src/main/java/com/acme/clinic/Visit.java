package com.acme.clinic;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What was said during a visit. */
final class Visit {

  private final String patient;
  private final List<Map<String, Object>> messages = new ArrayList<>();

  Visit(String patient) {
    this.patient = patient;
  }

  String patient() {
    return patient;
  }

  List<Map<String, Object>> messages() {
    return messages;
  }
}
