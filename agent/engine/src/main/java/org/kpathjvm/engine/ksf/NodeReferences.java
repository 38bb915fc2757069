package org.kpathjvm.engine.ksf;

import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;

/** Nodes of a forest that somebody stands on while it is folded. */
interface NodeReferences {
  /** Nobody stands on any. */
  NodeReferences NONE =
      new NodeReferences() {
        @Override
        public void forEach(IntConsumer action) {}

        @Override
        public void replace(IntUnaryOperator moved) {}

        @Override
        public int letGo() {
          return 0;
        }
      };

  /** All nodes stood on, 0 for none. */
  void forEach(IntConsumer action);

  /** Nodes have moved. */
  void replace(IntUnaryOperator moved);

  /** Too many nodes are held: lets go of them; returns how many sequences begin anew by that. */
  int letGo();
}
