package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.identity.Fingerprint;

/**
 * What makes two findings findings of one loop; rungs of the ladder are counted by it.
 *
 * @param detector which detector found it
 * @param subject what repeats: for {@code repeat} the fingerprint of the call
 */
public record LoopIdentity(DetectorKind detector, Fingerprint subject) {

  /** Returns the identity of what a tool does again and again. */
  static LoopIdentity ofTool(DetectorKind detector, String tool, long key) {
    long name = 0;
    for (int i = 0; i < tool.length(); i++) {
      name = Mixing.mixed(name + tool.charAt(i));
    }
    return new LoopIdentity(detector, new Fingerprint(name, key, 0, 0));
  }

  /** Whether it is the identity of what a tool does again and again, with this key. */
  boolean isAbout(long key) {
    return subject.b() == key;
  }
}
