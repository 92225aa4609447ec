package io.loopsentinel.store.file;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.WriteBuffer;
import org.h2.mvstore.type.BasicDataType;

/** Bytes with a checksum, because the library does not check the content of its pages. */
final class CheckedBytes extends BasicDataType<byte[]> {

  private static final int OBJECT_BYTES = 24;

  @Override
  public void write(WriteBuffer buffer, byte[] bytes) {
    buffer.putVarInt(bytes.length).put(bytes).putInt(checksum(bytes));
  }

  @Override
  public byte[] read(ByteBuffer buffer) {
    int length = DataUtils.readVarInt(buffer);
    if (length < 0 || length > buffer.remaining()) {
      throw new IllegalStateException("There are no " + length + " bytes");
    }
    byte[] bytes = new byte[length];
    if (buffer.get(bytes).getInt() != checksum(bytes)) {
      throw new IllegalStateException("Bytes have changed");
    }
    return bytes;
  }

  @Override
  public int compare(byte[] one, byte[] other) {
    return Arrays.compareUnsigned(one, other);
  }

  @Override
  public int getMemory(byte[] bytes) {
    return OBJECT_BYTES + bytes.length;
  }

  @Override
  public byte[][] createStorage(int size) {
    return new byte[size][];
  }

  private static int checksum(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return (int) crc.getValue();
  }
}
