package com.acme.shapes.logged;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;

/** A response that logs the reads of its members. */
public final class ModelResponse {

  private static final Logger LOG = System.getLogger(ModelResponse.class.getName());

  private final String content;
  private final List<FunctionCall> functionCalls;
  private final int totalTokens;

  public ModelResponse(String content, List<FunctionCall> functionCalls, int totalTokens) {
    this.content = content;
    this.functionCalls = functionCalls;
    this.totalTokens = totalTokens;
  }

  public String getContent() {
    LOG.log(Level.DEBUG, "content of {0} characters was read", content.length());
    return content;
  }

  public List<FunctionCall> getFunctionCalls() {
    return functionCalls;
  }

  public int getTotalTokens() {
    return totalTokens;
  }
}
