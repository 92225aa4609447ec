package io.loopsentinel.it.harness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/**
 * Runs a test, or all tests of a class, on the newest version of a framework only: what it tests is
 * the agent's, and the contract of the framework shows that older versions are guarded as well.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@DisabledIfSystemProperty(named = Matrix.OLDER_VERSION, matches = "true")
public @interface NewestVersion {}
