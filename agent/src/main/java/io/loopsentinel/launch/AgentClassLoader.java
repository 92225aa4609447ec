package io.loopsentinel.launch;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * Loads the agent and its libraries from the folder {@code agent/} of the agent's jar, which no
 * other class loader reads. So the application may bring any version of the same libraries. What
 * every start needs lies there as it is, the rest in jars ({@link JarInPlace}).
 *
 * <p>Its parent is the platform class loader: the application's classes are out of its sight, but
 * for the package {@code io.loopsentinel}, which both must share.
 *
 * <p>Parallel-capable, because the agent loads classes of its own while many threads of the
 * application load theirs.
 */
final class AgentClassLoader extends ClassLoader implements Consumer<Function<Object[], Boolean>> {

  static {
    registerAsParallelCapable();
  }

  private static final String FOLDER = "agent/";
  private static final String SHARED_PACKAGE = "io.loopsentinel";
  private static final String[] OWN = {SHARED_PACKAGE + ".", "org.objectweb.asm."};
  private static final String JDK = "java.";

  /** As many classes as a start loads fit in, and half as many again. */
  private static final int LOCKS = 1024;

  private final Map<String, Object> locks = new HashMap<>(LOCKS);
  private final JarInPlace jar;
  private final ClassLoader shared;
  private final ProtectionDomain domain;
  private final URLStreamHandler entries = new EntryHandler();
  private final @Nullable String title;
  private final @Nullable String version;
  private volatile @Nullable List<JarInPlace> nested;
  private volatile @Nullable Function<Object[], Boolean> start;

  /**
   * Creates a loader.
   *
   * @param file the agent's jar
   * @param shared finds the classes that the agent shares with the application
   */
  AgentClassLoader(File file, ClassLoader shared) throws IOException {
    super("loop-sentinel", ClassLoader.getPlatformClassLoader());
    this.jar = JarInPlace.open(file);
    this.shared = shared;
    this.domain =
        new ProtectionDomain(
            new CodeSource(file.toURI().toURL(), (Certificate[]) null), null, this, null);
    Attributes manifest = manifest().getMainAttributes();
    this.title = manifest.getValue(Attributes.Name.IMPLEMENTATION_TITLE);
    this.version = manifest.getValue(Attributes.Name.IMPLEMENTATION_VERSION);
  }

  /** Takes what starts the agent; called by that class when it is initialised. */
  @Override
  public void accept(Function<Object[], Boolean> newStart) {
    start = newStart;
  }

  /** Returns what starts the agent. */
  Function<Object[], Boolean> start() {
    return Objects.requireNonNull(start);
  }

  /**
   * The agent's own first, and what the boot loader has from there: the parents would look in vain
   * for each of the one, and keep a lock for each of the other. Their tables of locks growing once
   * more was what the JIT compiler made most of when an application started.
   */
  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (name.startsWith(JDK)) {
      return ofJdk(name);
    }
    if (packageOf(name).equals(SHARED_PACKAGE)) {
      return shared.loadClass(name);
    }
    Class<?> own = isOwn(name) ? own(name) : null;
    return own != null ? own : super.loadClass(name, resolve);
  }

  private Class<?> ofJdk(String name) throws ClassNotFoundException {
    try {
      return Class.forName(name, false, null);
    } catch (ClassNotFoundException e) {
      return getParent().loadClass(name);
    }
  }

  private static boolean isOwn(String name) {
    for (String each : OWN) {
      if (name.startsWith(each)) {
        return true;
      }
    }
    return false;
  }

  private @Nullable Class<?> own(String name) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? defineOwn(name) : loaded;
    }
  }

  /** The JDK's way, in a map that need not grow. */
  @Override
  protected Object getClassLoadingLock(String className) {
    synchronized (locks) {
      Object known = locks.get(className);
      if (known == null) {
        known = new Object();
        locks.put(className, known);
      }
      return known;
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    Class<?> own = defineOwn(name);
    if (own == null) {
      throw new ClassNotFoundException(name);
    }
    return own;
  }

  private @Nullable Class<?> defineOwn(String name) throws ClassNotFoundException {
    try {
      byte[] file = read(name.replace('.', '/') + ".class");
      if (file == null) {
        return null;
      }
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
    try {
      if (read(name) == null) {
        return null;
      }
      return new URL("loop-sentinel", null, -1, "/" + name, entries);
    } catch (IOException e) {
      throw new IllegalArgumentException(name, e);
    }
  }

  @Override
  protected Enumeration<URL> findResources(String name) {
    URL resource = findResource(name);
    return Collections.enumeration(resource == null ? List.of() : List.of(resource));
  }

  private byte @Nullable [] read(String name) throws IOException {
    byte[] loose = jar.read(FOLDER + name);
    if (loose != null) {
      return loose;
    }
    for (JarInPlace each : nestedJars()) {
      byte[] content = each.read(name);
      if (content != null) {
        return content;
      }
    }
    return null;
  }

  /** Two threads may both list them; the lists are equal. */
  private List<JarInPlace> nestedJars() throws IOException {
    List<JarInPlace> known = nested;
    if (known == null) {
      known = jar.jars(FOLDER);
      nested = known;
    }
    return known;
  }

  private Manifest manifest() throws IOException {
    byte[] content = jar.read(JarFile.MANIFEST_NAME);
    return content == null ? new Manifest() : new Manifest(new ByteArrayInputStream(content));
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
          byte[] content = read(getURL().getPath().substring(1));
          if (content == null) {
            throw new FileNotFoundException(getURL().toString());
          }
          return new ByteArrayInputStream(content);
        }
      };
    }
  }
}
