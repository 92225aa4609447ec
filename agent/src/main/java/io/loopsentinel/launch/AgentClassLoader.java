package io.loopsentinel.launch;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/**
 * Loads the agent and its libraries from the folder {@code agent/} of the agent's jar, which no
 * other class loader reads. So the application may bring any version of the same libraries.
 *
 * <p>Its parent is the platform class loader: the application's classes are out of its sight, but
 * for the package {@code io.loopsentinel}, which both must share.
 *
 * <p>Parallel-capable, because the agent loads classes of its own while many threads of the
 * application load theirs.
 */
final class AgentClassLoader extends ClassLoader {

  static {
    registerAsParallelCapable();
  }

  private static final String FOLDER = "agent/";
  private static final String SHARED_PACKAGE = "io.loopsentinel";

  private final JarFile jar;
  private final ClassLoader shared;
  private final ProtectionDomain domain;
  private final URLStreamHandler entries = new EntryHandler();
  private final @Nullable String title;
  private final @Nullable String version;

  /**
   * Creates a loader.
   *
   * @param file the agent's jar
   * @param shared finds the classes that the agent shares with the application
   */
  AgentClassLoader(File file, ClassLoader shared) throws IOException {
    super("loop-sentinel", ClassLoader.getPlatformClassLoader());
    // Not verified: checking signatures takes long before the JIT compiler has started.
    this.jar = new JarFile(file, false);
    this.shared = shared;
    this.domain =
        new ProtectionDomain(
            new CodeSource(file.toURI().toURL(), (Certificate[]) null), null, this, null);
    Attributes manifest = jar.getManifest().getMainAttributes();
    this.title = manifest.getValue(Attributes.Name.IMPLEMENTATION_TITLE);
    this.version = manifest.getValue(Attributes.Name.IMPLEMENTATION_VERSION);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    return packageOf(name).equals(SHARED_PACKAGE)
        ? shared.loadClass(name)
        : super.loadClass(name, resolve);
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    ZipEntry entry = jar.getEntry(FOLDER + name.replace('.', '/') + ".class");
    if (entry == null) {
      throw new ClassNotFoundException(name);
    }
    try (InputStream in = jar.getInputStream(entry)) {
      byte[] file = in.readAllBytes();
      definePackageOnce(packageOf(name));
      return defineClass(name, file, 0, file.length, domain);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  /**
   * Its own first: the parents would be asked in vain, and on JDK 17 asking them sets up the
   * default file system, which an application may want to choose in its main method.
   */
  @Override
  public @Nullable URL getResource(String name) {
    URL own = findResource(name);
    return own != null ? own : super.getResource(name);
  }

  @Override
  protected @Nullable URL findResource(String name) {
    if (jar.getEntry(FOLDER + name) == null) {
      return null;
    }
    try {
      return new URL("loop-sentinel", null, -1, "/" + name, entries);
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(name, e);
    }
  }

  @Override
  protected Enumeration<URL> findResources(String name) {
    URL resource = findResource(name);
    return Collections.enumeration(resource == null ? List.of() : List.of(resource));
  }

  private void definePackageOnce(String name) {
    if (getDefinedPackage(name) == null) {
      try {
        definePackage(name, null, null, null, title, version, null, null);
      } catch (IllegalArgumentException e) {
        // Another thread was faster.
      }
    }
  }

  private static String packageOf(String className) {
    return className.substring(0, Math.max(0, className.lastIndexOf('.')));
  }

  /**
   * Opens resources through the jar that is open already. The URLs of {@link
   * java.net.JarURLConnection} would open it again, by way of a cache that applications switch off.
   */
  private final class EntryHandler extends URLStreamHandler {

    @Override
    protected URLConnection openConnection(URL url) {
      return new URLConnection(url) {
        @Override
        public void connect() {}

        @Override
        public InputStream getInputStream() throws IOException {
          JarEntry entry = jar.getJarEntry(FOLDER + getURL().getPath().substring(1));
          if (entry == null) {
            throw new FileNotFoundException(getURL().toString());
          }
          return jar.getInputStream(entry);
        }
      };
    }
  }
}
