package io.loopsentinel.tools.discover;

import io.loopsentinel.engine.identity.FieldAccess;

/** The readers of values, as discover has them. */
final class Readers {

  static final Fields FIELDS = new Fields(FieldAccess.toOpenPackages());
  static final Values VALUES = new Values(FIELDS);
  static final Search SEARCH = new Search(VALUES);
  static final Results RESULTS = new Results(VALUES, FIELDS);

  private Readers() {}
}
