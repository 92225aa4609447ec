package com.acme.shapes.runcontexts;

/** What belongs to a run. The application may give it the id of a conversation. */
interface RunContext {

  String runId();

  void count();

  /** That of an agent's run. */
  final class OfAgent implements RunContext {

    private final String runId;
    private int calls;

    OfAgent(String runId) {
      this.runId = runId;
    }

    @Override
    public String runId() {
      return runId;
    }

    @Override
    public void count() {
      calls++;
    }

    int calls() {
      return calls;
    }
  }

  /** That of a part of a run. */
  record OfPart(RunContext whole) implements RunContext {

    @Override
    public String runId() {
      return whole.runId();
    }

    @Override
    public void count() {
      whole.count();
    }
  }
}
