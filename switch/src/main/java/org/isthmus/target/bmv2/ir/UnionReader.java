// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.bmv2.ir;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isthmus.target.api.RefusedException;

/** Reads header unions and the stacks of them. */
final class UnionReader {
    private final JsonReader program;
    private final Map<String, List<String>> memberNames = new HashMap<>();
    private final Map<Integer, HeaderUnion> byId = new HashMap<>();

    UnionReader(JsonReader program) {
        this.program = program;
    }

    void read(JsonNode root) throws RefusedException {
        for (JsonNode t : root.path("header_union_types")) {
            List<String> names = new ArrayList<>();
            for (JsonNode h : t.path("headers")) {
                names.add(h.get(0).asText());
            }
            memberNames.put(JsonReader.text(t, "name"), names);
        }
        for (JsonNode u : root.path("header_unions")) {
            union(u);
        }
        for (JsonNode s : root.path("header_union_stacks")) {
            stack(s);
        }
    }

    private List<String> members(JsonNode node) throws RefusedException {
        String type = JsonReader.text(node, "union_type");
        List<String> names = memberNames.get(type);
        if (names == null || names.isEmpty()) {
            throw JsonReader.invalid("unknown or empty header union type " + type);
        }
        return names;
    }

    private void union(JsonNode u) throws RefusedException {
        String name = JsonReader.text(u, "name");
        List<Header> members = new ArrayList<>();
        for (JsonNode id : u.path("header_ids")) {
            Header h = program.headerById.get(id.asInt());
            if (h == null || h.metadata) {
                throw JsonReader.invalid("header id " + id + " of header union " + name);
            }
            members.add(h);
        }
        if (members.size() != members(u).size()) {
            throw JsonReader.invalid("number of headers of header union " + name);
        }
        HeaderUnion union = new HeaderUnion(name, members);
        for (Header h : members) {
            if (program.unionByMember.put(h, union) != null) {
                throw JsonReader.invalid("header " + h.name + " in two header unions");
            }
        }
        program.unionByName.put(name, union);
        byId.put(u.path("id").asInt(), union);
    }

    private void stack(JsonNode s) throws RefusedException {
        String name = JsonReader.text(s, "name");
        List<HeaderUnion> unions = new ArrayList<>();
        for (JsonNode id : s.path("header_union_ids")) {
            HeaderUnion u = byId.get(id.asInt());
            if (u == null) {
                throw JsonReader.invalid("header union id " + id + " of stack " + name);
            }
            unions.add(u);
        }
        if (unions.isEmpty()) {
            throw JsonReader.invalid("empty stack " + name);
        }
        List<String> members = members(s);
        List<HeaderStack> stacks = new ArrayList<>();
        int index = program.stacks.size();
        for (int i = 0; i < members.size(); i++) {
            List<Header> elements = new ArrayList<>();
            for (HeaderUnion u : unions) {
                if (u.members.size() != members.size()) {
                    throw JsonReader.invalid("unions of two types in stack " + name);
                }
                elements.add(u.members.get(i));
            }
            String member = name + "." + members.get(i);
            stacks.add(new HeaderStack(member, index, elements.get(0).type, elements));
        }
        program.stacks.add(stacks.get(0));
        program.unionStackByName.put(name, new HeaderUnionStack(name, members, stacks));
    }
}
