// SPDX-License-Identifier: Apache-2.0
package org.isthmus.app.cluster;

import java.util.List;
import java.util.Map;
import org.isthmus.core.model.Change;
import org.isthmus.core.model.DeviceId;
import org.isthmus.core.model.Intent;
import org.isthmus.core.model.MappingEvent;
import org.isthmus.core.model.PuntReason;

/** What nodes tell each other. Everything immutable. */
final class Message {
    private Message() {}

    /** The term that a request is of; older ones than the latest heard of are refused. */
    abstract static class Order {
        final long epoch;

        Order(long epoch) {
            this.epoch = epoch;
        }
    }

    /** See {@link org.isthmus.core.spi.DataPlane#apply}; answered by a list of refusals. */
    static final class Apply extends Order {
        final DeviceId device;
        final List<Change> changes;

        Apply(long epoch, DeviceId device, List<Change> changes) {
            super(epoch);
            this.device = device;
            this.changes = changes;
        }
    }

    /** Answered by the first {@link Part}. */
    static final class Read extends Order {
        final DeviceId device;

        Read(long epoch, DeviceId device) {
            super(epoch);
            this.device = device;
        }
    }

    /** Answered by the next {@link Part} of what a device holds. */
    static final class ReadOn extends Order {
        final long reading;

        ReadOn(long epoch, long reading) {
            super(epoch);
            this.reading = reading;
        }
    }

    /** Some of what a device holds. */
    static final class Part {
        final List<Intent> intents;

        /** To be named for the next part; 0: that was all. */
        final long reading;

        Part(List<Intent> intents, long reading) {
            this.intents = intents;
            this.reading = reading;
        }
    }

    /** Answered by an array of counts. */
    static final class Packets extends Order {
        final DeviceId device;
        final List<Intent> sides;

        Packets(long epoch, DeviceId device, List<Intent> sides) {
            super(epoch);
            this.device = device;
            this.sides = sides;
        }
    }

    /** Answered by {@link org.isthmus.core.model.DeviceStatistics}. */
    static final class Statistics extends Order {
        final DeviceId device;

        Statistics(long epoch, DeviceId device) {
            super(epoch);
            this.device = device;
        }
    }

    /** Frames on their way to devices. */
    static final class Frames extends Order {
        final List<Frame> frames;

        Frames(long epoch, List<Frame> frames) {
            super(epoch);
            this.frames = frames;
        }
    }

    static final class Frame {
        /** In place of a port: to the device's pipeline. */
        static final int SUBMIT = -1;

        final DeviceId device;
        final int port;
        final byte[] bytes;

        Frame(DeviceId device, int port, byte[] bytes) {
            this.device = device;
            this.port = port;
            this.bytes = bytes;
        }
    }

    /** Packets that came up. */
    static final class Punts {
        final List<Punt> punts;

        Punts(List<Punt> punts) {
            this.punts = punts;
        }
    }

    static final class Punt {
        final DeviceId device;
        final int port;
        final PuntReason reason;
        final byte[] frame;

        Punt(DeviceId device, int port, PuntReason reason, byte[] frame) {
            this.device = device;
            this.port = port;
            this.reason = reason;
            this.frame = frame;
        }
    }

    /** What a node is to the others. */
    static final class LeaderStatus {
        /** 0: it does not lead. */
        final long epoch;

        /** Its core has a configuration. */
        final boolean configured;

        /** What is wrong with the configuration. */
        final List<String> problems;

        LeaderStatus(long epoch, boolean configured, List<String> problems) {
            this.epoch = epoch;
            this.configured = configured;
            this.problems = problems;
        }
    }

    /** Which devices a node is master of and connected to; answered by {@link LeaderStatus}. */
    static final class Devices {
        final String node;

        /** Differs when the node was started anew. */
        final long boot;

        /** Later ones are higher. */
        final long number;

        /** By device, how often it came up. */
        final Map<DeviceId, Integer> up;

        /** Packets that came up and found no room on their way, since the start. */
        final long dropped;

        /** The highest leader term it has heard of, if that is above the leader's; or 0. */
        final long epoch;

        Devices(
                String node,
                long boot,
                long number,
                Map<DeviceId, Integer> up,
                long dropped,
                long epoch) {
            this.node = node;
            this.boot = boot;
            this.number = number;
            this.up = up;
            this.dropped = dropped;
            this.epoch = epoch;
        }
    }

    /** Events of the mapping log, as they happen. */
    static final class Mappings {
        final long epoch;
        final List<Mapping> mappings;

        Mappings(long epoch, List<Mapping> mappings) {
            this.epoch = epoch;
            this.mappings = mappings;
        }
    }

    static final class Mapping {
        /** Counts in a term. */
        final long number;

        /** Null: none yet; for whoever missed those before. */
        final MappingEvent event;

        Mapping(long number, MappingEvent event) {
            this.number = number;
            this.event = event;
        }
    }

    /** Asks for {@link MappingPart events} from a time on. */
    static final class MappingsSince {
        final long epochMillis;

        /** That of the part before; 0: there was none. */
        final long cursor;

        MappingsSince(long epochMillis, long cursor) {
            this.epochMillis = epochMillis;
            this.cursor = cursor;
        }
    }

    /** Some events of the mapping log, in order. */
    static final class MappingPart {
        final List<MappingEvent> events;

        /** Where the node that was asked goes on. */
        final long cursor;

        final boolean last;

        /** The term, and the number of the event that comes next; 0: the node does not lead. */
        final long epoch;

        final long number;

        /** Of the events, how many were held at {@link #begin}; the first ones. */
        final int held;

        /** As of {@link org.isthmus.mappinglog.DiskMappingLog.Part}. */
        final long begin;

        MappingPart(
                List<MappingEvent> events,
                long cursor,
                boolean last,
                long epoch,
                long number,
                int held,
                long begin) {
            this.events = events;
            this.cursor = cursor;
            this.last = last;
            this.epoch = epoch;
            this.number = number;
            this.held = held;
            this.begin = begin;
        }
    }
}
