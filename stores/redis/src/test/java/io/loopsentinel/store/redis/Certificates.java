package io.loopsentinel.store.redis;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/** A key and its self-signed certificate, made by {@code keytool}, in the forms that tests need. */
final class Certificates {

  static final String PASSWORD = "changeit";

  private static final String ALIAS = "key";
  private static final Base64.Encoder PEM = Base64.getMimeEncoder(64, new byte[] {'\n'});

  private final Path folder;
  private final String name;

  /**
   * Makes a certificate.
   *
   * @param subjects the names it is valid for, such as {@code dns:localhost,ip:127.0.0.1}
   */
  Certificates(Path folder, String name, String subjects) throws Exception {
    this.folder = folder;
    this.name = name;
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    List<String> command =
        List.of(
            keytool,
            "-genkeypair",
            "-alias",
            ALIAS,
            "-keyalg",
            "EC",
            "-dname",
            "CN=" + name,
            "-ext",
            "san=" + subjects,
            "-storetype",
            "PKCS12",
            "-storepass",
            PASSWORD,
            "-keystore",
            keystore());
    Process made = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(made.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (made.waitFor() != 0) {
      throw new IllegalStateException(output);
    }
    write();
  }

  private void write() throws Exception {
    KeyStore keystore = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(Path.of(keystore()))) {
      keystore.load(in, PASSWORD.toCharArray());
    }
    byte[] key = keystore.getKey(ALIAS, PASSWORD.toCharArray()).getEncoded();
    Files.writeString(Path.of(key()), pem("PRIVATE KEY", key));
    byte[] certificate = keystore.getCertificate(ALIAS).getEncoded();
    Files.writeString(Path.of(certificate()), pem("CERTIFICATE", certificate));
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry(ALIAS, keystore.getCertificate(ALIAS));
    try (var out = Files.newOutputStream(Path.of(truststore()))) {
      trusted.store(out, PASSWORD.toCharArray());
    }
  }

  private static String pem(String kind, byte[] bytes) {
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n"
        .formatted(kind, PEM.encodeToString(bytes));
  }

  /** Returns the file with the certificate, in PEM. */
  String certificate() {
    return file(".crt");
  }

  /** Returns the file with the key, in PEM. */
  String key() {
    return file(".key");
  }

  /** Returns the file with key and certificate, for Java. */
  String keystore() {
    return file(".p12");
  }

  /** Returns the file with the certificate alone, for Java. */
  String truststore() {
    return file("-trust.p12");
  }

  private String file(String ending) {
    return folder.resolve(name + ending).toString();
  }
}
