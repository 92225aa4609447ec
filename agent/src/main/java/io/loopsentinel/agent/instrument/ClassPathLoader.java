package io.loopsentinel.agent.instrument;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/**
 * Loads the classes of an application that is not running, to look at them.
 *
 * <p>It sees the JDK and what is added, nothing of the agent. It initialises no class.
 */
public final class ClassPathLoader extends ClassLoader {

  static {
    registerAsParallelCapable();
  }

  private static final String SUFFIX = ".class";

  private final Map<String, byte[]> files = Collections.synchronizedMap(new LinkedHashMap<>());

  /** Creates a loader without classes. */
  public ClassPathLoader() {
    super(ClassLoader.getPlatformClassLoader());
  }

  /**
   * Adds a class, unless it has one of the name already: the first on a class path counts.
   *
   * @throws RuntimeException where the bytes are no class file
   */
  public void add(byte[] file) {
    files.putIfAbsent(OpenedClassReader.of(file).getClassName(), file);
  }

  /** Returns the internal names of the classes, in the order in which they were added. */
  Set<String> names() {
    return Collections.unmodifiableSet(files.keySet());
  }

  /** Returns how many classes were added. */
  public int size() {
    return files.size();
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    byte[] file = files.get(name.replace('.', '/'));
    if (file == null) {
      throw new ClassNotFoundException(name);
    }
    return defineClass(name, file, 0, file.length);
  }

  @Override
  protected @Nullable URL findResource(String name) {
    byte[] file =
        name.endsWith(SUFFIX)
            ? files.get(name.substring(0, name.length() - SUFFIX.length()))
            : null;
    return file == null ? null : url(name, file);
  }

  private static URL url(String name, byte[] file) {
    try {
      return new URL("class", null, 0, "/" + name, new InMemory(file));
    } catch (MalformedURLException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private static final class InMemory extends URLStreamHandler {

    private final byte[] file;

    InMemory(byte[] file) {
      this.file = file;
    }

    @Override
    protected URLConnection openConnection(URL url) {
      return new URLConnection(url) {
        @Override
        public void connect() {
          connected = true;
        }

        @Override
        public InputStream getInputStream() {
          return new ByteArrayInputStream(file);
        }
      };
    }
  }
}
