package io.loopsentinel.tools.discover;

import io.loopsentinel.targets.match.ClassResource;
import io.loopsentinel.tools.inspect.Libraries;
import io.loopsentinel.tools.inspect.TypeModel;
import io.loopsentinel.tools.inspect.Types;
import java.lang.ref.Reference;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The class files of an application as they were loaded, and those of nested types that were not
 * loaded: the type of a failure that did not occur is one of the kinds of a result. Bounded;
 * thread-safe.
 *
 * <p>Class files are kept because the class loaders may be closed when the application ends.
 */
final class LoadedClasses implements Iterable<byte[]> {

  private static final int MAX_CLASSES = 20_000;

  /** Class files by internal name, like all maps in this class. */
  private final Map<String, byte[]> files = new ConcurrentHashMap<>();

  /** Parsed classes, as long as there is memory for them. */
  private final Map<String, SoftReference<TypeModel>> models = new ConcurrentHashMap<>();

  /** The loaders of nested types. */
  private final Map<String, WeakReference<ClassLoader>> loaders = new ConcurrentHashMap<>();

  private final Map<String, Set<String>> subtypes = new ConcurrentHashMap<>();

  /** The types whose subtypes were requested. */
  private final Set<String> queriedTypes = ConcurrentHashMap.newKeySet();

  private final AtomicInteger version = new AtomicInteger();

  /** Adds a class. The first of two classes with the same name wins. */
  void add(TypeModel type, byte[] file, ClassLoader loader) {
    if (files.size() < MAX_CLASSES && files.putIfAbsent(type.name(), file) == null) {
      models.put(type.name(), new SoftReference<>(type));
      type.members().forEach(each -> loaders.put(each, new WeakReference<>(loader)));
      for (String supertype : type.supertypes()) {
        subtypes.computeIfAbsent(supertype, key -> ConcurrentHashMap.newKeySet()).add(type.name());
      }
      if (type.supertypes().stream().anyMatch(queriedTypes::contains)) {
        version.incrementAndGet();
      }
    }
  }

  /** Returns a number that changes when a subtype of a requested type is loaded. */
  int version() {
    return version.get();
  }

  int count() {
    return files.size();
  }

  /**
   * Returns a lookup of the types that a loader finds, without loading them. Implementations are
   * those loaded by now; interfaces of libraries have none.
   */
  Types types(ClassLoader loader) {
    return new Types() {

      @Override
      public @Nullable TypeModel find(String name) {
        return name.startsWith("java/") ? null : model(name, loader);
      }

      @Override
      public List<TypeModel> implementations(String name) {
        return Libraries.contain(name)
            ? List.of()
            : subtypes(name)
                .distinct()
                .flatMap(each -> Stream.ofNullable(find(each)))
                .filter(each -> !each.isAbstract())
                .toList();
      }
    };
  }

  private @Nullable TypeModel model(String name, ClassLoader loader) {
    SoftReference<TypeModel> known = models.get(name);
    TypeModel model = known == null ? null : known.get();
    if (model == null) {
      model = read(name, loader);
      if (model != null) {
        models.put(name, new SoftReference<>(model));
      }
    }
    return model;
  }

  private @Nullable TypeModel read(String name, ClassLoader loader) {
    byte[] file = file(name, loader);
    try {
      return file == null ? null : TypeModel.read(file);
    } catch (RuntimeException e) {
      // The loader is application code and may return anything as a class file.
      return null;
    }
  }

  private byte @Nullable [] file(String name, @Nullable ClassLoader loader) {
    byte[] loaded = files.get(name);
    return loaded != null || loader == null ? loaded : ClassResource.read(name, loader);
  }

  private @Nullable ClassLoader loader(String member) {
    Reference<ClassLoader> loader = loaders.get(member);
    return loader == null ? null : loader.get();
  }

  private Stream<String> subtypes(String name) {
    queriedTypes.add(name);
    return subtypes.getOrDefault(name, Set.of()).stream()
        .flatMap(each -> Stream.concat(Stream.of(each), subtypes(each)));
  }

  @Override
  public Iterator<byte[]> iterator() {
    return Stream.concat(files.keySet().stream(), loaders.keySet().stream())
        .distinct()
        .sorted()
        .flatMap(each -> Stream.ofNullable(file(each, loader(each))))
        .iterator();
  }
}
