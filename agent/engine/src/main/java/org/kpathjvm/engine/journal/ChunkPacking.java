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
 * A chunk's words as an LZ4 block, and back. In plain Java: the faster ones unpack native code into
 * a directory for temporary files, or use what newer JDKs warn of.
 */
final class ChunkPacking {
  private static final LZ4Compressor PACKING = LZ4Factory.safeInstance().fastCompressor();
  private static final LZ4SafeDecompressor UNPACKING = LZ4Factory.safeInstance().safeDecompressor();

  private ChunkPacking() {}

  /** A buffer that the packed words of any chunk fit in. */
  static ByteBuffer newBuffer() {
    return ByteBuffer.allocateDirect(PACKING.maxCompressedLength(BLOCK_BYTES));
  }

  /**
   * What is to be stored of a chunk's words: {@code packed} with them, or the words themselves if
   * packing doesn't make them fewer, so that their number shows which it is.
   */
  static ByteBuffer pack(ByteBuffer words, ByteBuffer packed) {
    packed.clear();
    PACKING.compress(words.duplicate(), packed);
    return packed.position() < words.remaining() ? packed.flip() : words;
  }

  /** The words, {@code bytes} of them, that were stored; null if they can't have been. */
  static int[] unpack(ByteBuffer stored, int bytes) {
    ByteBuffer whole = stored;
    if (stored.remaining() != bytes) {
      whole = ByteBuffer.allocate(bytes);
      try {
        UNPACKING.decompress(stored, whole);
      } catch (LZ4Exception e) {
        return null;
      }
      if (whole.hasRemaining()) {
        return null;
      }
      whole.flip();
    }
    int[] words = new int[bytes / StreamFormat.WORD_BYTES];
    whole.order(ByteOrder.nativeOrder()).asIntBuffer().get(words);
    return words;
  }
}
