// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.io;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Receives an interface's frames through a ring of memory shared with the kernel (packet(7),
 * TPACKET_V2): no system call and no copy in the kernel's queues for each frame. What a sender left
 * to offload comes with a virtio-net header, and leaves here as the frames that it stands for; too
 * long for a slot of the ring, it comes by the socket's own queue. For one thread.
 */
final class ReceiveRing implements AutoCloseable {
    private static final int RING_BYTES = 4 << 20;
    private static final int BLOCK_BYTES = 1 << 16;

    /** Whatever the MTU: a port that may have long frames has short ones as well. */
    private static final int SLOT_BYTES = 2048;

    private static final int BLOCKS = RING_BYTES / BLOCK_BYTES;
    private static final int SLOTS = RING_BYTES / SLOT_BYTES;

    /** Of frames too long for a slot: some sixty of the longest. */
    private static final int QUEUE_BYTES = 4 << 20;

    private static final int TPACKET_V2 = 1;

    // struct tpacket2_hdr
    private static final int STATUS = 0;
    private static final int LENGTH = 4;
    private static final int CAPTURED = 8;
    private static final int MAC = 12;
    private static final int VLAN_TCI = 24;
    private static final int VLAN_TPID = 26;

    private static final int STATUS_KERNEL = 0;
    private static final int STATUS_USER = 1;
    private static final int STATUS_COPY = 1 << 1;
    private static final int STATUS_VLAN_VALID = 1 << 4;
    private static final int STATUS_VLAN_TPID_VALID = 1 << 6;

    // struct virtio_net_hdr, which stands right before the frame
    private static final int VIRTIO_SIZE = 10;
    private static final int VIRTIO_GSO_TYPE = 1;
    private static final int VIRTIO_GSO_SIZE = 4;
    private static final int VIRTIO_CSUM_START = 6;
    private static final int VIRTIO_CSUM_OFFSET = 8;
    private static final int VIRTIO_NEEDS_CSUM = 1;
    private static final int VIRTIO_DATA_VALID = 2;

    private static final int ETHERNET_HEADER = 14;
    private static final int MAC_ADDRESSES = 12;
    private static final int VLAN_TAG = 4;
    private static final int TPID_8021Q = 0x8100;

    /** A frame before segmentation: the longest IPv6 packet without jumbo option, and a tag. */
    private static final int LONGEST_FRAME = ETHERNET_HEADER + VLAN_TAG + 40 + 65535;

    private static final VarHandle INTS =
            MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private final int fd;
    private final ByteBuffer ring;
    private final long address;
    private final int longest;
    private final byte[] frame = new byte[VLAN_TAG + LONGEST_FRAME];
    private final ByteBuffer queued = LibC.allocate(VIRTIO_SIZE + LONGEST_FRAME);
    private final long queuedAddress = LibC.address(queued);
    private final Segmenter segmenter;
    private final Interface at;
    private final PortCounters counters;
    private final ByteBuffer statistics = LibC.allocate(16);
    private int slot;

    /** Whether any frame was taken since {@link #countDrops}. */
    private boolean taking;

    // handed out by the present call
    private int frames;
    private long bytes;

    // of the frame that was loaded
    private int gsoType;
    private int gsoSize;
    private int checksumStart;
    private int checksumOffset;
    private boolean partial;

    ReceiveRing(Interface at, PortCounters counters) throws IOException {
        this.at = at;
        this.counters = counters;
        longest = at.mtu + ETHERNET_HEADER + VLAN_TAG;
        segmenter = new Segmenter(longest);
        int type = LibC.SOCK_RAW | LibC.SOCK_NONBLOCK | LibC.SOCK_CLOEXEC;
        fd = LibC.check(LibC.socket(LibC.AF_PACKET, type, 0), "socket(AF_PACKET)");
        try {
            LibC.setOption(fd, LibC.SOL_PACKET, LibC.PACKET_VERSION, TPACKET_V2);
            LibC.setOption(fd, LibC.SOL_PACKET, LibC.PACKET_VNET_HDR, 1);
            LibC.setOption(fd, LibC.SOL_PACKET, LibC.PACKET_IGNORE_OUTGOING, 1);
            LibC.setOption(fd, LibC.SOL_PACKET, LibC.PACKET_COPY_THRESH, 1);
            LibC.setOption(fd, LibC.SOL_SOCKET, LibC.SO_RCVBUFFORCE, QUEUE_BYTES);
            LibC.setOption(
                    fd,
                    LibC.SOL_PACKET,
                    LibC.PACKET_RX_RING,
                    BLOCK_BYTES,
                    BLOCKS,
                    SLOT_BYTES,
                    SLOTS);
            address =
                    LibC.mmap(
                            0,
                            RING_BYTES,
                            LibC.PROT_READ_WRITE,
                            LibC.MAP_SHARED | LibC.MAP_POPULATE,
                            fd,
                            0);
            if (address == -1) {
                throw LibC.error("mmap of a receive ring");
            }
        } catch (IOException e) {
            LibC.close(fd);
            throw e;
        }
        ring = LibC.at(address, RING_BYTES);
        try {
            // struct packet_mreq: interface, type and length of an address, none here
            LibC.setOption(
                    fd,
                    LibC.SOL_PACKET,
                    LibC.PACKET_ADD_MEMBERSHIP,
                    at.index,
                    LibC.PACKET_MR_PROMISC,
                    0,
                    0);
            at.bind(fd, LibC.ETH_P_ALL);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    int descriptor() {
        return fd;
    }

    int receive(Port.FrameHandler handler, int max) {
        if (!isReady()) {
            return 0;
        }
        int taken = 0;
        taking = true;
        frames = 0;
        bytes = 0;
        try {
            while (taken < max) {
                int at = slot * SLOT_BYTES;
                int status = (int) INTS.getAcquire(ring, at + STATUS);
                if ((status & STATUS_USER) == 0) {
                    break;
                }
                int length = load(at, status);
                int off = VLAN_TAG;
                if (length > 0 && (status & STATUS_VLAN_VALID) != 0) {
                    insertTag(at, status);
                    off = 0;
                    length += VLAN_TAG;
                }
                INTS.setRelease(ring, at + STATUS, STATUS_KERNEL);
                slot = slot + 1 == SLOTS ? 0 : slot + 1;
                if (length > 0 && gsoType != 0) {
                    taken += segment(off, length, handler);
                    continue;
                }
                taken++;
                if (length > 0) {
                    hand(frame, off, length, handler);
                }
            }
        } finally {
            counters.rxFrames.add(frames);
            counters.rxBytes.add(bytes);
        }
        return taken;
    }

    private void hand(byte[] buf, int off, int length, Port.FrameHandler handler) {
        frames++;
        bytes += length;
        handler.frame(buf, off, length);
    }

    /** Hands the segments of the frame that was loaded; returns how many, at least 1. */
    private int segment(int off, int length, Port.FrameHandler handler) {
        int start = partial ? checksumStart + VLAN_TAG - off : Segmenter.FINISHED;
        if (!segmenter.begin(frame, off, length, gsoType, gsoSize, start, checksumOffset)) {
            counters.rxOversize.increment();
            return 1;
        }
        counters.rxSegmented.increment();
        int count = 0;
        for (int n = segmenter.next(); n > 0; n = segmenter.next()) {
            count++;
            hand(segmenter.segment(), 0, n, handler);
        }
        return count;
    }

    /**
     * Copies a slot's frame to {@link #frame}, behind room for a tag, with its checksum finished if
     * it is one frame.
     *
     * @return its length; 0: it is unusable, and counted
     */
    private int load(int at, int status) {
        int length = ring.getInt(at + LENGTH);
        ByteBuffer from = ring;
        int mac = at + (ring.getShort(at + MAC) & 0xffff);
        if ((status & STATUS_COPY) != 0) {
            from = queued;
            mac = VIRTIO_SIZE;
            long got = LibC.recv(fd, queuedAddress, queued.capacity(), LibC.MSG_DONTWAIT);
            if (got != VIRTIO_SIZE + length) {
                counters.rxOversize.increment();
                return 0;
            }
        } else if (length != ring.getInt(at + CAPTURED)) {
            // The socket's queue was full.
            counters.rxDropped.increment();
            return 0;
        }
        int virtio = mac - VIRTIO_SIZE;
        gsoType = from.get(virtio + VIRTIO_GSO_TYPE) & 0xff;
        gsoSize = from.getShort(virtio + VIRTIO_GSO_SIZE) & 0xffff;
        checksumStart = from.getShort(virtio + VIRTIO_CSUM_START) & 0xffff;
        checksumOffset = from.getShort(virtio + VIRTIO_CSUM_OFFSET) & 0xffff;
        int flags = from.get(virtio);
        partial = (flags & VIRTIO_NEEDS_CSUM) != 0;
        // What was put together as a list of whole packets, or by a card, has right checksums.
        boolean cuttable = partial || (flags & VIRTIO_DATA_VALID) != 0;
        if (length < ETHERNET_HEADER || (gsoType == 0 ? length > longest : !cuttable)) {
            counters.rxOversize.increment();
            return 0;
        }
        from.position(mac);
        from.get(frame, VLAN_TAG, length);
        if (partial && gsoType == 0) {
            complete(length);
        }
        return length;
    }

    /** Finishes the checksum of the frame that was loaded. */
    private void complete(int length) {
        int start = VLAN_TAG + checksumStart;
        int field = start + checksumOffset;
        int end = VLAN_TAG + length;
        if (checksumOffset == Checksums.SCTP_CHECKSUM && field + 4 <= end) {
            Checksums.completeSctp(frame, start, end);
        } else if (field + 2 <= end) {
            Checksums.complete(frame, start, field, end);
        }
    }

    /** The kernel takes the outermost tag out of the frame. */
    private void insertTag(int at, int status) {
        System.arraycopy(frame, VLAN_TAG, frame, 0, MAC_ADDRESSES);
        int tpid =
                (status & STATUS_VLAN_TPID_VALID) != 0 ? ring.getShort(at + VLAN_TPID) : TPID_8021Q;
        int tci = ring.getShort(at + VLAN_TCI);
        frame[MAC_ADDRESSES] = (byte) (tpid >> 8);
        frame[MAC_ADDRESSES + 1] = (byte) tpid;
        frame[MAC_ADDRESSES + 2] = (byte) (tci >> 8);
        frame[MAC_ADDRESSES + 3] = (byte) tci;
    }

    /**
     * Adds the kernel's count of drops since the last call to the counters.
     *
     * @return false: it drops frames although there is room, and will not end. After a frame of an
     *     offload for which virtio-net has no name, the kernel never gives the ring's next slot
     *     free (rx_owner_map in tpacket_rcv of net/packet/af_packet.c).
     */
    boolean countDrops() {
        statistics.putInt(8, 8);
        long at = LibC.address(statistics);
        if (LibC.getsockopt(fd, LibC.SOL_PACKET, LibC.PACKET_STATISTICS, at, at + 8) != 0) {
            return true;
        }
        long dropped = statistics.getInt(4) & 0xffffffffL;
        counters.rxDropped.add(dropped);
        boolean works = dropped == 0 || taking || isReady();
        taking = false;
        return works;
    }

    /** Whether a frame waits. */
    private boolean isReady() {
        return ((int) INTS.getAcquire(ring, slot * SLOT_BYTES + STATUS) & STATUS_USER) != 0;
    }

    /**
     * Whether frames can come. The kernel takes the socket from an interface that leaves the
     * network namespace, for good, though it, or another with its name and number, be there again.
     */
    boolean isBound() {
        return at.isOf(fd);
    }

    /** Takes the error that makes poll(2) return at once; the interface went down, for instance. */
    void clearError() {
        statistics.putInt(8, 4);
        long at = LibC.address(statistics);
        LibC.getsockopt(fd, LibC.SOL_SOCKET, LibC.SO_ERROR, at, at + 8);
    }

    @Override
    public void close() {
        LibC.munmap(address, ring.capacity());
        LibC.close(fd);
    }
}
