package com.acme.shapes.retries;

/** Tries a call up to four times before it gives up. */
public final class RetryingToolExecutor implements ToolExecutor {

  private final HttpToolExecutor delegate;

  public RetryingToolExecutor(HttpToolExecutor delegate) {
    this.delegate = delegate;
  }

  @Override
  public String execute(ToolCall call) {
    String failure = "";
    for (int attempt = 0; attempt < 4; attempt++) {
      try {
        return delegate.execute(call);
      } catch (IllegalStateException e) {
        failure = String.valueOf(e.getMessage());
      }
    }
    return "Tool " + call.name() + " failed: " + failure;
  }
}
