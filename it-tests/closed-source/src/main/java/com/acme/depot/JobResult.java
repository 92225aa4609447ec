package com.acme.depot;

/** What became of a job. */
record JobResult(String text, boolean isRefused) {

  static JobResult done(String text) {
    return new JobResult(text, false);
  }

  static JobResult refused(String text) {
    return new JobResult(text, true);
  }
}
