// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.gen;

import org.isthmus.target.bmv2.ir.Header;
import org.isthmus.target.bmv2.ir.HeaderType;

/** Names within the length of a header's variable field: its parameters are fields before it. */
final class FieldScope extends UnitScope {
    private final Header header;

    FieldScope(Unit unit, Header header) {
        super(unit, new int[0]);
        this.header = header;
    }

    @Override
    public int paramWidth(int index) {
        if (index < 0 || index >= header.type.variableField()) {
            throw new Unsupported("length_exp of " + header.type.name + " by field " + index);
        }
        HeaderType.Field f = header.type.fields.get(index);
        if (f.signed) {
            throw new Unsupported("length_exp of " + header.type.name + " by a signed field");
        }
        return f.width;
    }

    @Override
    public void pushParam(CodeWriter c, int index, int word) {
        c.get(HeaderLayout.word(header, index, word), "J");
    }
}
