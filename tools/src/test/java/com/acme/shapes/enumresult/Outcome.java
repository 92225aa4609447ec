package com.acme.shapes.enumresult;

/** How a tool ended; what it found is on the blackboard. */
public enum Outcome {
  DONE,
  NOT_FOUND,
  FAILED
}
