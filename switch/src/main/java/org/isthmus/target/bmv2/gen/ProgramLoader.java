// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.gen;

/** Loads the class of one program, and hands it the objects that its code refers to. */
public final class ProgramLoader extends ClassLoader {
    private final Object[] constants;

    ProgramLoader(ClassLoader parent, Object[] constants) {
        super(parent);
        this.constants = constants;
    }

    Class<?> define(String name, byte[] code) {
        return defineClass(name, code, 0, code.length);
    }

    /** Called by the initializer of the generated class. */
    public Object[] constants() {
        return constants;
    }
}
