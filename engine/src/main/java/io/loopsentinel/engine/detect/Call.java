package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.identity.Digest;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.identity.Identity;
import io.loopsentinel.engine.settings.ToolPolicy;

/**
 * A tool call as detectors see it.
 *
 * <p>Filled anew for one call after the other, so that no call has to allocate one; detectors keep
 * nothing of it but its parts. Used by one thread at a time.
 */
public final class Call {

  private final Digest digest = new Digest();
  private String tool = "";
  private ToolPolicy policy = ToolPolicy.DEFAULT;
  private String policyPath = "";

  /** Creates a call to be filled. */
  public Call() {}

  /**
   * Says which tool is called.
   *
   * @param name the tool's name
   * @param judged how the tool is judged
   * @param path where that stands in the configuration: {@code default}, {@code overrides.x}
   */
  @SuppressWarnings("ReferenceEquality") // What stands there already is not written once more.
  public void of(String name, ToolPolicy judged, String path) {
    if (tool != name) {
      tool = name;
    }
    if (policy != judged) {
      policy = judged;
    }
    if (policyPath != path) {
      policyPath = path;
    }
  }

  /** Returns the tool's name. */
  public String tool() {
    return tool;
  }

  /** Returns the call's identity, as it is while this call is filled; to be written, too. */
  public Digest digest() {
    return digest;
  }

  /** Returns the same to be kept. */
  public Fingerprint fingerprint() {
    return digest.toFingerprint();
  }

  /** Returns how the tool is judged. */
  public ToolPolicy policy() {
    return policy;
  }

  /** Returns the identity to compare with. */
  Identity identity() {
    return digest;
  }

  /** Returns the path of one of the policy's settings. */
  String setting(String key) {
    return policyPath + "." + key;
  }
}
