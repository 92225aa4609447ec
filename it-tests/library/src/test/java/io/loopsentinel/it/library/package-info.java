/** The engine as a library, as its page shows it, and used by several threads. */
package io.loopsentinel.it.library;
