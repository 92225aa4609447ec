package io.loopsentinel.it.harness;

/** A version of a framework, where one test class is run on several: the class's parameter. */
public interface FrameworkVersion {

  /** Returns whether it is the newest of the versions that are tested. */
  boolean isNewest();
}
