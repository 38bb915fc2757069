package org.kpathjvm.engine.journal;

import static org.kpathjvm.runtime.layout.SegmentLayout.BLOCK_BYTES;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Exception;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;
import org.kpathjvm.runtime.layout.StreamFormat;

/**
 * Packs a chunk's words as an LZ4 block, and unpacks them. The implementation of LZ4 is in pure
 * Java, because faster implementations extract native code into a directory for temporary files, or
 * call methods that newer JDKs warn about.
 */
final class ChunkPacking {
  private static final LZ4Compressor PACKING = LZ4Factory.safeInstance().fastCompressor();
  private static final LZ4SafeDecompressor UNPACKING = LZ4Factory.safeInstance().safeDecompressor();

  /**
   * The arrays in which a thread unpacks. Unpacking from an array to an array takes about half as
   * long as unpacking from a direct buffer. New arrays for each chunk would make the JVM collect
   * garbage ten times a second.
   */
  private static final class Arrays {
    final byte[] packed = new byte[PACKING.maxCompressedLength(BLOCK_BYTES)];
    final byte[] unpacked = new byte[BLOCK_BYTES];
  }

  private static final ThreadLocal<Arrays> ARRAYS = ThreadLocal.withInitial(Arrays::new);

  private ChunkPacking() {}

  /** Returns a buffer that is large enough for the packed words of any chunk. */
  static ByteBuffer newBuffer() {
    return ByteBuffer.allocateDirect(PACKING.maxCompressedLength(BLOCK_BYTES));
  }

  /**
   * Returns the bytes to store for a chunk's words: {@code packed}, into which the words are
   * packed, or the words themselves if packing doesn't make them shorter. The stored length shows
   * whether the words are packed.
   */
  static ByteBuffer pack(ByteBuffer words, ByteBuffer packed) {
    packed.clear();
    PACKING.compress(words.duplicate(), packed);
    return packed.position() < words.remaining() ? packed.flip() : words;
  }

  /**
   * Returns the words that were stored; null if the stored bytes aren't valid.
   *
   * @param bytes the length of the unpacked words in bytes
   */
  static int[] unpack(ByteBuffer stored, int bytes) {
    ByteBuffer whole = stored;
    if (stored.remaining() != bytes) {
      Arrays arrays = ARRAYS.get();
      int length = stored.remaining();
      if (bytes < 0 || bytes > BLOCK_BYTES || length > arrays.packed.length) {
        return null;
      }
      stored.get(arrays.packed, 0, length);
      try {
        if (UNPACKING.decompress(arrays.packed, 0, length, arrays.unpacked, 0, bytes) != bytes) {
          return null;
        }
      } catch (LZ4Exception e) {
        return null;
      }
      whole = ByteBuffer.wrap(arrays.unpacked, 0, bytes);
    }
    int[] words = new int[bytes / StreamFormat.WORD_BYTES];
    whole.order(ByteOrder.nativeOrder()).asIntBuffer().get(words);
    return words;
  }
}
