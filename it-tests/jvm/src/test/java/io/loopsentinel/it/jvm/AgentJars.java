package io.loopsentinel.it.jvm;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Jars that make agents of classes on the class path. */
final class AgentJars {

  private AgentJars() {}

  /** Writes a jar that names the class of an agent, and nothing else. */
  static File write(File folder, Class<?> agent) throws IOException {
    File jar = new File(folder, agent.getSimpleName() + ".jar");
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Premain-Class", agent.getName());
    attributes.putValue("Can-Redefine-Classes", "true");
    attributes.putValue("Can-Retransform-Classes", "true");
    try (JarOutputStream out = new JarOutputStream(new FileOutputStream(jar), manifest)) {
      out.finish();
    }
    return jar;
  }
}
