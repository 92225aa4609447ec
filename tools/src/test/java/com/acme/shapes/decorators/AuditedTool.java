package com.acme.shapes.decorators;

import java.util.List;

/** A tool whose calls are written down, beside each of which its arguments stand with a number. */
final class AuditedTool implements ToolCallback {

  private final ToolCallback delegate;
  private final List<String> audit;

  AuditedTool(ToolCallback delegate, List<String> audit) {
    this.delegate = delegate;
    this.audit = audit;
  }

  @Override
  public String name() {
    return delegate.name();
  }

  @Override
  public String call(String toolInput) {
    audit.add(delegate.name() + toolInput);
    String numbered =
        toolInput.substring(0, toolInput.length() - 1) + ",\"audit\":" + audit.size() + "}";
    return delegate.call(numbered);
  }
}
