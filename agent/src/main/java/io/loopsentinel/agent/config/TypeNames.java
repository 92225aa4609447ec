package io.loopsentinel.agent.config;

import io.loopsentinel.agent.config.ConfigNode.Scalar;
import io.loopsentinel.engine.settings.Glob;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The forms of type and method names in targets. */
final class TypeNames {

  private static final String NAME = "[\\p{L}_$][\\p{L}\\p{N}_$-]*";
  private static final Pattern CLASS = Pattern.compile(NAME + "(\\." + NAME + ")*");
  private static final Pattern ANY_TYPE = Pattern.compile(CLASS.pattern() + "(\\[\\])*");
  private static final Pattern METHOD_GLOB = Pattern.compile("[\\p{L}\\p{N}_$*?-]+");
  private static final Pattern JDK = Pattern.compile("(java|jdk|sun|com\\.sun)\\..*");

  /** A class. */
  private static final ScalarType<String> CLASS_NAME =
      text(
          "the name of a class such as com.acme.Tools or com.acme.Tools$Inner",
          name -> CLASS.matcher(name).matches());

  /** A package. */
  static final ScalarType<String> PACKAGE =
      text(
          "the name of a package such as com.acme, which stands for those below it, too",
          name -> CLASS.matcher(name).matches());

  /** An annotation. */
  static final ScalarType<String> ANNOTATION =
      text(
          "the name of an annotation such as com.acme.ToolMethod",
          name -> CLASS.matcher(name).matches());

  /** The type of a parameter. */
  static final ScalarType<String> PARAMETER =
      text(
          "the name of a type such as java.lang.String, int or java.lang.Object[]",
          name -> ANY_TYPE.matcher(name).matches() && !name.equals("void"));

  /** The type of a result. */
  static final ScalarType<String> RESULT =
      text(
          "the name of a type such as java.lang.String, int or void",
          name -> ANY_TYPE.matcher(name).matches());

  /** The names of methods. */
  private static final ScalarType<Glob> METHOD =
      text(
              "the name of a method alone, such as dispatch or call*",
              name -> METHOD_GLOB.matcher(name).matches())
          .map(Glob::of);

  private TypeNames() {}

  /** Returns the methods that a target names, or reports why they cannot be any. */
  static Optional<Glob> requireMethod(Section target) {
    if (target.node("method") instanceof Scalar scalar && scalar.text().startsWith("<")) {
      target.error(
          scalar.origin(),
          target.nested("method")
              + ": constructors and initializers cannot be targets; name a method that is called"
              + " on the object");
      return Optional.empty();
    }
    return target.require("method", METHOD);
  }

  /** Returns the class that a target names, or reports why it cannot be one. */
  static Optional<String> requireTarget(Section target) {
    if (target.node("type") instanceof Scalar scalar && scalar.isText()) {
      String complaint = complaint(scalar.text());
      if (!complaint.isEmpty()) {
        target.error(scalar.origin(), target.nested("type") + ": " + complaint);
        return Optional.empty();
      }
    }
    return target.require("type", CLASS_NAME);
  }

  private static String complaint(String name) {
    if (name.indexOf('/') >= 0) {
      return "write the name with dots: " + Wording.quoted(name.replace('/', '.'));
    }
    if (name.indexOf('*') >= 0 || name.indexOf('?') >= 0) {
      return "expected one class; to take in several, name what they extend or implement and"
          + " set subtypes: true";
    }
    if (JDK.matcher(name).matches()) {
      return "classes of the JDK cannot be targets; name the class that calls or extends "
          + Wording.quoted(name);
    }
    return "";
  }

  private static ScalarType<String> text(String expected, Predicate<String> condition) {
    return new ScalarType<>(
        expected,
        List.of(),
        scalar -> Optional.of(scalar).filter(Scalar::isText).map(Scalar::text).filter(condition));
  }
}
