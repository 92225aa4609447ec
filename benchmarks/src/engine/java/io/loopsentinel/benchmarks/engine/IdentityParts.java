package io.loopsentinel.benchmarks.engine;

import io.loopsentinel.engine.identity.CanonicalForm;
import io.loopsentinel.engine.identity.CanonicalJson;
import io.loopsentinel.engine.identity.CanonicalListener;
import io.loopsentinel.engine.identity.Digest;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.identity.IdentityRule;
import io.loopsentinel.engine.outcome.WordSketcher;
import io.loopsentinel.benchmarks.guarded.ArgumentsKind;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.function.IntFunction;

/** The parts that the identity of a call is made of, for arguments of one kind. */
final class IdentityParts {

  static final String TOOL = "search_code";

  private final WordSketcher sketcher = new WordSketcher();
  private final Digest digest = new Digest();
  private final Fingerprinter fingerprinter = new Fingerprinter(FieldAccess.toOpenPackages());
  private final CanonicalForm form = new CanonicalForm((bytes, from, to) -> {});
  private final CanonicalForm sketched = new CanonicalForm(sketcher);
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
        new Part("canonical form, words", this::formAndWords),
        new Part("canonical form, digest", this::formAndDigest),
        new Part("canonical form, words, digest: the identity", this::identity));
  }

  private byte[][] forms() {
    byte[][] forms = new byte[kind.inTurn()][];
    for (int i = 0; i < forms.length; i++) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      bytes.writeBytes((TOOL + "\n").getBytes(StandardCharsets.UTF_8));
      bytes.writeBytes(CanonicalJson.bytes(source.apply(i), IdentityRule.ALL_ARGUMENTS));
      forms[i] = bytes.toByteArray();
    }
    return forms;
  }

  private long sha256(byte[] bytes) {
    return sha256.digest(bytes)[0];
  }

  private long form(int call) {
    form.write(source.apply(call));
    return 0;
  }

  private long formAndWords(int call) {
    sketcher.reset();
    sketched.write(source.apply(call));
    return sketcher.bits();
  }

  private long formAndDigest(int call) {
    return digest(call, CanonicalListener.NONE);
  }

  private long identity(int call) {
    sketcher.reset();
    return digest(call, sketcher) + sketcher.bits();
  }

  private long digest(int call, CanonicalListener listener) {
    fingerprinter.digest(TOOL, source.apply(call), IdentityRule.ALL_ARGUMENTS, digest, listener);
    return digest.a();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
