/** The agent on Microsoft's Semantic Kernel. */
@NullMarked
package io.loopsentinel.it.semantickernel;

import org.jspecify.annotations.NullMarked;
