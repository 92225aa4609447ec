package io.loopsentinel.benchmarks.engine;

import io.loopsentinel.benchmarks.guarded.ArgumentsKind;
import io.loopsentinel.engine.identity.CanonicalJson;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.identity.IdentityRule;
import io.loopsentinel.engine.session.LoopEngine;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.function.IntFunction;

/** The parts that the identity of a call is made of, for arguments of one kind. */
final class IdentityParts {

  static final String TOOL = "search_code";

  private final Fingerprinter fingerprinter = new Fingerprinter(FieldAccess.toOpenPackages());
  private final LoopEngine engine = Engines.shipped();
  private final MessageDigest sha256 = sha256();
  private final ArgumentsKind kind;
  private final IntFunction<Object> source;

  IdentityParts(ArgumentsKind kind) {
    this.kind = kind;
    this.source = kind.source();
  }

  /** Returns the digest of bytes that lie ready, and then what the agent does. */
  List<Part> parts() {
    byte[][] forms = forms();
    return List.of(
        new Part("SHA-256 of the canonical form (b)", i -> sha256(forms[i & (forms.length - 1)])),
        new Part("canonical form", this::form),
        new Part("canonical form, digest", this::fingerprint),
        new Part("canonical form, digest, words: the identity", this::identity));
  }

  private byte[][] forms() {
    byte[][] forms = new byte[kind.inTurn()][];
    for (int i = 0; i < forms.length; i++) {
      String form = CanonicalJson.of(source.apply(i), IdentityRule.ALL_ARGUMENTS);
      forms[i] = (TOOL + "\n" + form).getBytes(StandardCharsets.UTF_8);
    }
    return forms;
  }

  private long sha256(byte[] bytes) {
    return sha256.digest(bytes)[0];
  }

  private long form(int call) {
    return CanonicalJson.of(source.apply(call), IdentityRule.ALL_ARGUMENTS).length();
  }

  private long fingerprint(int call) {
    Object arguments = source.apply(call);
    return fingerprinter.identify(TOOL, arguments, IdentityRule.ALL_ARGUMENTS).fingerprint().a();
  }

  private long identity(int call) {
    return engine.identify(TOOL, source.apply(call)).fingerprint().a();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
