package io.loopsentinel.agent.config;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/** Compiles the shipped profiles when the agent is built, which fails on one that is broken. */
final class ProfileCompiler {

  private ProfileCompiler() {}

  /** Writes what {@link ShippedTargets} reads into the folder of classes that is named. */
  public static void main(String[] args) throws IOException {
    File file = new File(args[0], ShippedTargets.RESOURCE);
    try (InputStream compiled = compile(Profiles.shipped());
        OutputStream out = new FileOutputStream(file)) {
      compiled.transferTo(out);
    }
  }

  /**
   * Compiles profiles.
   *
   * @throws IllegalStateException if one is broken
   */
  static InputStream compile(Profiles profiles) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(profiles.names().size());
    for (String name : profiles.names()) {
      List<TargetSpec> targets = profiles.read(name);
      out.writeUTF(name);
      out.writeInt(targets.size());
      for (TargetSpec target : targets) {
        write(TargetHint.of(target), out);
      }
      byte[] compiled = CompiledTargets.write(targets);
      out.writeInt(compiled.length);
      out.write(compiled);
    }
    return new ByteArrayInputStream(bytes.toByteArray());
  }

  private static void write(TargetHint hint, DataOutputStream out) throws IOException {
    out.writeUTF(hint.type() == null ? "" : hint.type());
    out.writeBoolean(hint.open());
    out.writeInt(hint.packages().size());
    for (String each : hint.packages()) {
      out.writeUTF(each);
    }
    out.writeUTF(hint.text());
    out.writeBoolean(hint.prefix());
    out.writeUTF(hint.descriptor());
  }
}
