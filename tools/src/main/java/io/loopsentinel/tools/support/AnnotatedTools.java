package io.loopsentinel.tools.support;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.RecordComponentVisitor;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/** Finds the methods that an annotation of the method or its class marks as tools. */
public final class AnnotatedTools {

  private static final int NO_BODY_OR_BRIDGE =
      Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE | Opcodes.ACC_BRIDGE;
  private static final int NO_OPERATION = Opcodes.ACC_STATIC | Opcodes.ACC_SYNTHETIC;
  private static final Set<String> OBJECT_METHODS =
      Set.of("<init>", "toString", "hashCode", "equals");

  private static final Set<String> SUPERTYPES_WITHOUT_OPERATIONS =
      Set.of("java/lang/Object", "java/lang/Record");

  private static final Set<String> MARKER_INTERFACES =
      Set.of("java/io/Serializable", "java/lang/Cloneable");

  /** Annotations that mark tools, by simple name: {@code @Tool} in most frameworks. */
  private static final Pattern OF_TOOLS = Pattern.compile("(?:.*[.$])?\\w*(Tool|Function)\\w*");

  /** Excludes placeholders such as {@code <<element name>>}. */
  private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}_./:-]+");

  private AnnotatedTools() {}

  /**
   * An annotated method with a body.
   *
   * @param owner the binary name of its class
   * @param annotation the binary name of the annotation
   * @param name the {@code name} in the annotation, or otherwise the method's name
   * @param ofClass whether the annotation is on the class
   */
  public record Tool(
      String owner,
      String method,
      String descriptor,
      String annotation,
      String name,
      boolean ofClass) {

    boolean hasParameters() {
      return !descriptor.startsWith("()");
    }
  }

  /** Returns the tools with an annotation whose simple name contains Tool or Function. */
  public static List<Tool> of(byte[] file) {
    return of(file, OF_TOOLS.asMatchPredicate());
  }

  /**
   * Returns the methods with an annotation, each once, in the order of the class file. If only the
   * class is annotated, returns its only public method, or the only one with parameters. The class
   * must then have a supertype through which the method can be called.
   *
   * @param annotations accepts the binary names of annotations
   */
  public static List<Tool> of(byte[] file, Predicate<String> annotations) {
    ClassReader reader = OpenedClassReader.of(file);
    Methods methods = new Methods(reader.getClassName().replace('/', '.'), annotations);
    reader.accept(
        methods, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return List.copyOf(methods.found);
  }

  private static final class Methods extends ClassVisitor {
    private final String owner;
    private final Predicate<String> annotations;
    private final Marks ofClass;
    private final List<Tool> found = new ArrayList<>();
    private final List<Tool> operations = new ArrayList<>();
    private final Set<String> accessors = new HashSet<>();
    private boolean isCallable;

    Methods(String owner, Predicate<String> annotations) {
      super(OpenedClassReader.ASM_API);
      this.owner = owner;
      this.annotations = annotations;
      this.ofClass = new Marks(annotations);
    }

    @Override
    public void visit(
        int version,
        int access,
        String type,
        @Nullable String signature,
        String superType,
        String[] interfaces) {
      isCallable =
          !SUPERTYPES_WITHOUT_OPERATIONS.contains(superType)
              || !MARKER_INTERFACES.containsAll(List.of(interfaces));
    }

    @Override
    public @Nullable AnnotationVisitor visitAnnotation(String type, boolean visible) {
      return ofClass.read(type);
    }

    @Override
    public @Nullable RecordComponentVisitor visitRecordComponent(
        String component, String descriptor, @Nullable String signature) {
      accessors.add(component + "()" + descriptor);
      return null;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String method,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      if ((access & NO_BODY_OR_BRIDGE) != 0) {
        return null;
      }
      if (ofClass.annotation != null
          && (access & NO_OPERATION) == 0
          && (access & Opcodes.ACC_PUBLIC) != 0
          && !OBJECT_METHODS.contains(method)
          && !accessors.contains(method + descriptor)) {
        operations.add(ofClass.tool(owner, method, descriptor, true));
      }
      Marks marks = new Marks(annotations);
      return new MethodVisitor(OpenedClassReader.ASM_API) {
        @Override
        public @Nullable AnnotationVisitor visitAnnotation(String type, boolean visible) {
          return marks.read(type);
        }

        @Override
        public void visitEnd() {
          if (marks.annotation != null) {
            found.add(marks.tool(owner, method, descriptor, false));
          }
        }
      };
    }

    @Override
    public void visitEnd() {
      if (operations.size() > 1) {
        operations.removeIf(each -> !each.hasParameters());
      }
      if (found.isEmpty() && isCallable && operations.size() == 1) {
        found.addAll(operations);
      }
    }
  }

  /** The first matching annotation of a class or method, and the name in it. */
  private static final class Marks extends AnnotationVisitor {
    private final Predicate<String> annotations;
    private @Nullable String annotation;
    private @Nullable String name;

    Marks(Predicate<String> annotations) {
      super(OpenedClassReader.ASM_API);
      this.annotations = annotations;
    }

    @Nullable AnnotationVisitor read(String type) {
      String candidate = Type.getType(type).getClassName();
      if (annotation != null || !annotations.test(candidate)) {
        return null;
      }
      annotation = candidate;
      return this;
    }

    @Override
    public void visit(String key, Object value) {
      if (key.equals("name") && NAME.matcher(value.toString()).matches()) {
        name = value.toString();
      }
    }

    Tool tool(String owner, String method, String descriptor, boolean ofClass) {
      return new Tool(
          owner,
          method,
          descriptor,
          Objects.requireNonNull(annotation),
          Objects.requireNonNullElse(name, method),
          ofClass);
    }
  }
}
