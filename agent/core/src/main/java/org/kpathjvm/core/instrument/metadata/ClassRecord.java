package org.kpathjvm.core.instrument.metadata;

import java.util.List;
import org.kpathjvm.core.instrument.classfile.ClassDigest;
import org.kpathjvm.core.instrument.classfile.ClassFacts;
import org.kpathjvm.core.instrument.classfile.SourceMap;
import org.kpathjvm.core.numbering.CutMode;
import org.kpathjvm.runtime.json.JsonWriter;

/** The facts that the records of a class's methods have in common. */
public final class ClassRecord {
  final String className;
  final String loaderName;
  final String sourceFile;
  final SourceMap sourceMap;
  final boolean hasNamedVariables;

  /**
   * The names of the enum's constants in the order of their ordinals; empty if the class isn't an
   * enum.
   */
  final List<String> constants;

  /**
   * Encoded only once, like the next two fields, because each method's line has the same members.
   */
  final byte[] classMember;

  final byte[] originMembers;
  final byte[] cutMember;

  public ClassRecord(ClassFacts facts, String loaderName, byte[] original, CutMode cut) {
    className = facts.name;
    sourceFile = facts.sourceFile;
    sourceMap = facts.sourceMap;
    hasNamedVariables = facts.hasNamedVariables;
    constants = facts.constants;
    this.loaderName = loaderName;
    classMember = new JsonWriter().put("class", className).toBytes();
    originMembers =
        new JsonWriter()
            .put("digest", ClassDigest.hexadecimal(ClassDigest.of(original)))
            .put("source", sourceFile)
            .toBytes();
    cutMember = new JsonWriter().put("cut", cut.label()).toBytes();
  }
}
