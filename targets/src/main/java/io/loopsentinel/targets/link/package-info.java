/**
 * Links the expressions of a target to one method, and describes the effect. Runs no code of it.
 */
@NullMarked
package io.loopsentinel.targets.link;

import org.jspecify.annotations.NullMarked;
