package io.loopsentinel.agent.config;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Compiles the shipped profiles when the agent is built, which fails on one that is broken. */
final class ProfileCompiler {

  private ProfileCompiler() {}

  /** Writes what {@link ShippedTargets} reads into the folder of classes that is named. */
  public static void main(String[] args) throws IOException {
    File file = new File(args[0], ShippedTargets.RESOURCE);
    try (OutputStream out = new FileOutputStream(file)) {
      out.write(compile(Profiles.shipped()));
    }
  }

  /**
   * Compiles profiles.
   *
   * @throws IllegalStateException if one is broken
   */
  static byte[] compile(Profiles profiles) throws IOException {
    CompiledOutput out = new CompiledOutput();
    out.writeNumber(profiles.names().size());
    for (String name : profiles.names()) {
      List<TargetSpec> targets = profiles.read(name);
      out.writeText(name);
      out.writeNumber(targets.size());
      for (TargetSpec target : targets) {
        write(TargetHint.of(target), out);
      }
      out.writePart(part -> CompiledTargets.write(targets, part));
    }
    return out.toBytes();
  }

  private static void write(TargetHint hint, CompiledOutput out) {
    out.writeText(hint.type());
    out.writeFlag(hint.open());
    out.writeTexts(hint.packages());
    out.writeText(hint.text());
    out.writeFlag(hint.prefix());
    out.writeText(hint.descriptor());
  }
}
