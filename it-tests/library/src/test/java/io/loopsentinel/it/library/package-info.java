/** The engine as a library, as its page shows it. */
package io.loopsentinel.it.library;
