// SPDX-License-Identifier: Apache-2.0
package org.isthmus.rtl.verilog;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.CRC32;
import org.isthmus.netfpga.layout.CardRegister;
import org.isthmus.rtl.graph.Lookup;
import org.isthmus.rtl.graph.Signal;
import org.isthmus.rtl.graph.TableShape;
import org.isthmus.rtl.lower.Effect;
import org.isthmus.rtl.lower.NotSupportedException;
import org.isthmus.rtl.lower.Pipe;
import org.isthmus.rtl.schedule.Schedule;
import org.isthmus.target.bmv2.ir.ArrayDef;

/** All files that are made of a program. */
public final class Verilog {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String name;
    private final Pipe pipe;
    private final AddressMap map;
    final Schedule schedule;
    final PipeWriter writer;
    private final Map<String, String> files = new LinkedHashMap<>();

    public Verilog(
            String name, Pipe pipe, Map<String, TableShape> tables, Map<String, ArrayDef> counters)
            throws NotSupportedException {
        this.name = name;
        this.pipe = pipe;
        this.map = new AddressMap(tables, counters);
        this.schedule = new Schedule(pipe.graph, wanted());
        this.writer = new PipeWriter(pipe, schedule, map);
        ObjectNode description = description(writer.latency());
        int hash = hash(description);
        description.put("hash", Integer.toUnsignedLong(hash));
        files.put(name + "_pipe.v", writer.write(name));
        files.put(name + "_card.v", CardWriter.write(name, pipe, hash));
        files.put(name + "_output_port_lookup.v", slot(name));
        files.put(name + "_hashes.vh", hashes());
        files.put(name + ".rtl.json", description.toPrettyString() + "\n");
        files.put(name + ".registers.md", RegisterPages.document(name, map));
        files.put(name + ".stages.svg", writer.picture(name));
        files.put(name + ".schedule.txt", schedule(writer.latency()));
    }

    /** A program's card in the slot of the SUME's reference project. */
    public static String slot(String program) {
        return CardWriter.slot(program);
    }

    /** Contents by name. */
    public Map<String, String> files() {
        return files;
    }

    private List<Signal> wanted() {
        List<Signal> wanted = new ArrayList<>(pipe.outputs.values());
        for (Effect e : pipe.effects) {
            wanted.add(e.index);
            wanted.add(e.counts);
        }
        // The host writes rows of tables of which nothing is made, too.
        pipe.lookups().forEach(l -> wanted.add(pipe.graph.hit(l)));
        return wanted;
    }

    private static int hash(ObjectNode description) {
        CRC32 crc = new CRC32();
        crc.update(description.toString().getBytes(StandardCharsets.UTF_8));
        return (int) crc.getValue();
    }

    /** What the host has to know, and is asked whether it does: docs/rtl.md. */
    private ObjectNode description(int latency) {
        ObjectNode root = JSON.createObjectNode();
        root.put("program", name);
        root.put("latency", latency);
        root.put("head_bytes", pipe.headBytes);
        root.put("out_bytes", pipe.outBytes);
        root.putObject("punt_bucket").put("base", CardRegister.Block.BUCKET.base);
        ArrayNode counters = root.putArray("counters");
        map.counters()
                .forEach(
                        (counter, base) ->
                                counters.addObject()
                                        .put("name", counter)
                                        .put("base", base)
                                        .put("size", 1 << map.counterBits(counter)));
        ArrayNode tables = root.putArray("tables");
        for (TableShape t : map.tables().values()) {
            ObjectNode one = tables.addObject();
            one.put("name", t.name);
            one.put("number", t.number);
            one.put("kind", t.kind.name().toLowerCase(Locale.ROOT));
            one.put("key", t.keyBits);
            one.put("value", t.valueBits);
            one.put("size", t.size);
            one.put("base", map.base(t));
            if (t.kind.isHashed()) {
                Hashes h = map.hashes(t);
                one.put("ways", h.ways);
                one.put("index", h.indexBits);
                one.put("overflow", h.overflow);
                ArrayNode masks = one.putArray("hash");
                h.masks.forEach(m -> masks.add(m.toString(16)));
            }
        }
        return root;
    }

    private String hashes() {
        StringBuilder text = new StringBuilder();
        text.append("// SPDX-License-Identifier: Apache-2.0\n//\n");
        text.append(
                "// Which bits of its key place a row: see exact_table. The last way's last mask comes first.\n");
        for (TableShape t : map.tables().values()) {
            if (!t.kind.isHashed()) {
                continue;
            }
            Hashes h = map.hashes(t);
            text.append("\n`define ").append(map.hashMacro(t)).append(" { \\\n");
            List<BigInteger> masks = h.masks;
            for (int i = masks.size() - 1; i >= 0; i--) {
                text.append("    ")
                        .append(t.keyBits)
                        .append("'h")
                        .append(masks.get(i).toString(16));
                text.append(i > 0 ? ", \\\n" : "}\n");
            }
        }
        return text.toString();
    }

    /** In which stage what of the program is. */
    private String schedule(int latency) {
        StringBuilder text = new StringBuilder();
        text.append(name).append(": ").append(latency).append(" stages\n\n");
        text.append("stage  what\n");
        List<Lookup> lookups = pipe.lookups();
        for (int stage = 0; stage <= schedule.last(); stage++) {
            List<String> what = new ArrayList<>();
            for (Lookup l : lookups) {
                if (schedule.asked(l) == stage) {
                    what.add("table " + l.table.name + " is asked");
                }
            }
            int longest = 0;
            int computed = 0;
            for (Signal s : schedule.order()) {
                if (schedule.stage(s) == stage && schedule.within(s) > 0) {
                    longest = Math.max(longest, schedule.within(s));
                    computed++;
                }
            }
            what.add(computed + " signals, longest path " + longest / 10 + "." + longest % 10);
            text.append(String.format("%5d  %s%n", stage, String.join("; ", what)));
        }
        return text.toString();
    }
}
