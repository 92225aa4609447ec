package io.loopsentinel.engine.identity;

/**
 * One step of a path into the arguments.
 *
 * @param kind what it steps over
 * @param name the member's name, empty unless the kind is {@link Kind#NAME}
 */
record PathSegment(Kind kind, String name) {

  enum Kind {
    /** The member of this name. */
    NAME,
    /** {@code *}: any one member. */
    ANY_MEMBER,
    /** {@code [*]}: any one element of an array. */
    ANY_ELEMENT,
    /** {@code **}: any number of members and elements, none included. */
    ANY_DEPTH
  }

  static final PathSegment ANY_MEMBER = new PathSegment(Kind.ANY_MEMBER, "");
  static final PathSegment ANY_ELEMENT = new PathSegment(Kind.ANY_ELEMENT, "");
  static final PathSegment ANY_DEPTH = new PathSegment(Kind.ANY_DEPTH, "");

  static PathSegment named(String name) {
    return new PathSegment(Kind.NAME, name);
  }
}
