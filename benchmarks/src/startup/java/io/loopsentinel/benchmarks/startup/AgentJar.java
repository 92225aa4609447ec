package io.loopsentinel.benchmarks.startup;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Makes the jar of an agent. */
final class AgentJar {

  private AgentJar() {}

  /**
   * Writes a jar that holds a class and its nested classes.
   *
   * @param classPath the jars that it needs, in the same folder
   */
  static File write(File folder, Class<?> agent, String classPath) throws IOException {
    File jar = new File(folder, agent.getSimpleName() + ".jar");
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.put(Attributes.Name.CLASS_PATH, classPath);
    attributes.putValue("Premain-Class", agent.getName());
    attributes.putValue("Can-Redefine-Classes", "true");
    attributes.putValue("Can-Retransform-Classes", "true");
    try (JarOutputStream out = new JarOutputStream(new FileOutputStream(jar), manifest)) {
      add(agent, out);
      for (Class<?> nested : agent.getDeclaredClasses()) {
        add(nested, out);
      }
    }
    return jar;
  }

  private static void add(Class<?> type, JarOutputStream out) throws IOException {
    String name = type.getName().replace('.', '/') + ".class";
    try (InputStream in = AgentJar.class.getClassLoader().getResourceAsStream(name)) {
      out.putNextEntry(new JarEntry(name));
      Objects.requireNonNull(in, name).transferTo(out);
      out.closeEntry();
    }
  }
}
