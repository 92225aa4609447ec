package com.acme.shapes.runcontexts;

/** Calls the tools of one run. */
final class RunEnvironment implements Environment {

  private final Environment environment;
  private final RunContext context;

  RunEnvironment(Environment environment, RunContext context) {
    this.environment = environment;
    this.context = context;
  }

  @Override
  public String executeTool(ToolCall call) {
    context.count();
    return environment.executeTool(call);
  }
}
