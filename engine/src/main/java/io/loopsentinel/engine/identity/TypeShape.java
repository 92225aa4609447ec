package io.loopsentinel.engine.identity;

import org.jspecify.annotations.Nullable;

/**
 * How the objects of one class are read.
 *
 * @param kind the way to read them
 * @param name the class's name, the same in every run
 * @param naming when the name belongs to the value
 * @param fields the fields, for {@link Kind#FIELDS} only
 */
record TypeShape(Kind kind, String name, Naming naming, @Nullable ObjectFields fields) {

  enum Kind {
    /** A single value: text, number, boolean, enum, time … */
    SCALAR,
    /** An {@code Optional} or atomic reference: what it holds counts. */
    HOLDER,
    /** A JSON tree of some library. */
    JSON_TREE,
    MAP,
    SET,
    COLLECTION,
    OBJECT_ARRAY,
    PRIMITIVE_ARRAY,
    /** A {@code ByteBuffer}: what is left to be read in it. */
    BYTES,
    /** Any other object: read field by field. */
    FIELDS,
    /** An object that has no value of its own, such as a lock or a thread: its class counts. */
    NAME_ONLY,
    /** An object that has a value which cannot be read, such as a direct buffer. */
    UNREADABLE
  }

  enum Naming {
    NEVER,
    /** Where the object is not itself the arguments: objects of other classes may stand there. */
    NESTED,
    /** Because there are fields that cannot be read, or none at all. */
    ALWAYS
  }
}
