package io.loopsentinel.it.jvm;

import java.io.File;
import java.net.URI;
import java.net.URISyntaxException;

/** Where the programs' classes are. */
final class TestClasses {

  private TestClasses() {}

  static File folder() {
    try {
      URI location = TestClasses.class.getProtectionDomain().getCodeSource().getLocation().toURI();
      return new File(location);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
