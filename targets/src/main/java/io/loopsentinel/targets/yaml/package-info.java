/**
 * YAML and settings outside a file as nodes that know where they are written, and the problems
 * found in them.
 */
@NullMarked
package io.loopsentinel.targets.yaml;

import org.jspecify.annotations.NullMarked;
