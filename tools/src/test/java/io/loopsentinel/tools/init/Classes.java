package io.loopsentinel.tools.init;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Function;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.description.annotation.AnnotationDescription;
import net.bytebuddy.description.modifier.Visibility;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.implementation.FixedValue;
import net.bytebuddy.implementation.StubMethod;

/** Class files of applications and frameworks. */
final class Classes {

  private Classes() {}

  /** Writes a jar with classes of the tests. */
  static Path jar(Path file, Class<?>... types) throws IOException {
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(file))) {
      for (Class<?> type : types) {
        String path = type.getName().replace('.', '/') + ".class";
        out.putNextEntry(new JarEntry(path));
        try (InputStream in = type.getResourceAsStream("/" + path)) {
          out.write(Objects.requireNonNull(in).readAllBytes());
        }
        out.closeEntry();
      }
    }
    return file;
  }

  /** Writes what a class path with the servlet API has below a folder. */
  static void addServlets(Path folder) throws IOException {
    DynamicType.Unloaded<?> request =
        new ByteBuddy().makeInterface().name("jakarta.servlet.ServletRequest").make();
    DynamicType.Unloaded<?> response =
        new ByteBuddy().makeInterface().name("jakarta.servlet.ServletResponse").make();
    request.saveIn(folder.toFile());
    response.saveIn(folder.toFile());
    new ByteBuddy()
        .subclass(Object.class)
        .name("jakarta.servlet.http.HttpServlet")
        .defineMethod("service", void.class, Visibility.PUBLIC)
        .withParameters(request.getTypeDescription(), response.getTypeDescription())
        .intercept(StubMethod.INSTANCE)
        .make()
        .saveIn(folder.toFile());
  }

  /** Writes a class with an annotated method below a folder. */
  static void addTool(Path folder, String owner, String annotation) throws IOException {
    TypeDescription marker =
        new ByteBuddy().makeAnnotation().name(annotation).make().getTypeDescription();
    try (DynamicType.Unloaded<?> type =
        new ByteBuddy()
            .subclass(Object.class)
            .name(owner)
            .defineMethod("find", String.class, Visibility.PUBLIC)
            .withParameters(String.class)
            .intercept(FixedValue.value("none"))
            .annotateMethod(AnnotationDescription.Builder.ofType(marker).build())
            .make()) {
      type.saveIn(folder.toFile());
    }
  }

  /** Writes an annotated function below a folder. */
  static void addToolClass(Path folder, String owner, String name, String annotation)
      throws IOException {
    TypeDescription marker =
        new ByteBuddy()
            .makeAnnotation()
            .name(annotation)
            .defineMethod("name", String.class, Visibility.PUBLIC)
            .withoutCode()
            .make()
            .getTypeDescription();
    try (DynamicType.Unloaded<?> type =
        new ByteBuddy()
            .subclass(Function.class)
            .name(owner)
            .annotateType(AnnotationDescription.Builder.ofType(marker).define("name", name).build())
            .defineMethod("apply", Object.class, Visibility.PUBLIC)
            .withParameters(Object.class)
            .intercept(FixedValue.value("none"))
            .make()) {
      type.saveIn(folder.toFile());
    }
  }
}
