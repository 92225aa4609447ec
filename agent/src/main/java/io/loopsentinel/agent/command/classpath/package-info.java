/** Finds the class files of an application: in folders, jars, and jars within jars. */
@NullMarked
package io.loopsentinel.agent.command.classpath;

import org.jspecify.annotations.NullMarked;
