/** Several JVMs that share sessions. */
package io.loopsentinel.it.manyjvms;
