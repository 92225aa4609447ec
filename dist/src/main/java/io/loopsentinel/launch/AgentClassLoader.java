package io.loopsentinel.launch;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * Loads the agent and its libraries from the folder {@code agent/} of the agent's jar, which no
 * other class loader reads. So the application may bring any version of the same libraries.
 *
 * <p>The folder comes before the parent, the platform class loader, because another agent may have
 * put the same libraries on the boot class path. Classes of the application are not visible, except
 * for the packages of the bootstrap module, which agent and application must share.
 *
 * <p>Parallel-capable, because many threads of the application load classes at the same time.
 */
final class AgentClassLoader extends ClassLoader {

  static {
    registerAsParallelCapable();
  }

  static final String FOLDER = "agent/";

  /**
   * Packages that the agent shares with the application, and the JDK's package for attaching, which
   * the command line uses and the platform class loader lacks.
   */
  private static final Set<String> SHARED_PACKAGES =
      Set.of("io.loopsentinel", "io.loopsentinel.management", "com.sun.tools.attach");

  private final File file;
  private final long lastModified;
  private final JarFile jar;
  private final ClassLoader shared;
  private final URL url;
  private final ProtectionDomain domain;
  private final Attributes manifest;
  private final AtomicBoolean overwritten = new AtomicBoolean();

  /**
   * Creates a loader.
   *
   * @param file the agent's jar, which stays open
   * @param shared loads the classes that the agent shares with the application
   */
  AgentClassLoader(File file, ClassLoader shared) throws IOException {
    super("loop-sentinel", ClassLoader.getPlatformClassLoader());
    this.file = file;
    this.lastModified = file.lastModified();
    this.jar = new JarFile(file, false);
    this.shared = shared;
    this.url = file.toURI().toURL();
    this.domain = new ProtectionDomain(new CodeSource(url, (Certificate[]) null), null, this, null);
    this.manifest = jar.getManifest().getMainAttributes();
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (SHARED_PACKAGES.contains(packageOf(name))) {
      return shared.loadClass(name);
    }
    JarEntry file =
        name.startsWith("java.") ? null : entry(name.replace('.', '/').concat(".class"));
    return file == null ? super.loadClass(name, resolve) : loadOwn(name, file);
  }

  private Class<?> loadOwn(String name, JarEntry file) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      try (InputStream in = jar.getInputStream(file)) {
        byte[] content = in.readAllBytes();
        definePackageOnce(packageOf(name));
        return defineClass(name, content, 0, content.length, domain);
      } catch (IOException | ClassFormatError e) {
        reportIfOverwritten();
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  /** Explains a failure to read: the JDK uses the jar's directory as it was when opened. */
  private void reportIfOverwritten() {
    if (file.lastModified() != lastModified && !overwritten.getAndSet(true)) {
      System.err.println(
          "[loop-sentinel] "
              + file
              + " was overwritten while this JVM uses it; calls may run unguarded until the JVM"
              + " is restarted. Put a new version beside it, or move it into place");
    }
  }

  @Override
  public @Nullable URL getResource(String name) {
    URL own = findResource(name);
    return own != null ? own : super.getResource(name);
  }

  /** Opens a resource without a URL, because the application may replace the URL handlers. */
  @Override
  public @Nullable InputStream getResourceAsStream(String name) {
    JarEntry file = entry(name);
    try {
      return file == null ? super.getResourceAsStream(name) : jar.getInputStream(file);
    } catch (IOException e) {
      return null;
    }
  }

  @Override
  protected @Nullable URL findResource(String name) {
    try {
      return entry(name) == null ? null : new URL("jar:" + url + "!/" + FOLDER + name);
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(name, e);
    }
  }

  @Override
  protected Enumeration<URL> findResources(String name) {
    URL resource = findResource(name);
    return Collections.enumeration(resource == null ? List.of() : List.of(resource));
  }

  private @Nullable JarEntry entry(String name) {
    return jar.getJarEntry(FOLDER.concat(name));
  }

  private void definePackageOnce(String name) {
    if (getDefinedPackage(name) == null) {
      String title = manifest.getValue(Attributes.Name.IMPLEMENTATION_TITLE);
      String version = manifest.getValue(Attributes.Name.IMPLEMENTATION_VERSION);
      try {
        definePackage(name, null, null, null, title, version, null, null);
      } catch (IllegalArgumentException e) {
        // Another thread has defined it.
      }
    }
  }

  private static String packageOf(String className) {
    return className.substring(0, Math.max(0, className.lastIndexOf('.')));
  }
}
