package io.loopsentinel.engine.identity;

/** The names of an object's members, compared in place so that no text is made of them. */
interface MemberNames {

  /** Tells whether the member at this position has this name. */
  boolean nameEquals(int member, String name);
}
