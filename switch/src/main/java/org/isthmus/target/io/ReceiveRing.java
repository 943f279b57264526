// SPDX-License-Identifier: Apache-2.0
package org.isthmus.target.io;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Receives an interface's frames through a ring of memory shared with the kernel (packet(7),
 * TPACKET_V2): no system call and no copy in the kernel's queues for each frame. For one thread.
 */
final class ReceiveRing implements AutoCloseable {
    private static final int RING_BYTES = 4 << 20;
    private static final int BLOCK_BYTES = 1 << 16;
    private static final int MIN_SLOT_BYTES = 2048;

    private static final int TPACKET_V2 = 1;

    /** What the kernel puts in front of a frame: struct tpacket2_hdr, addresses, virtio header. */
    private static final int SLOT_OVERHEAD = 128;

    // struct tpacket2_hdr
    private static final int STATUS = 0;
    private static final int LENGTH = 4;
    private static final int CAPTURED = 8;
    private static final int MAC = 12;
    private static final int VLAN_TCI = 24;
    private static final int VLAN_TPID = 26;

    private static final int STATUS_KERNEL = 0;
    private static final int STATUS_USER = 1;
    private static final int STATUS_VLAN_VALID = 1 << 4;
    private static final int STATUS_VLAN_TPID_VALID = 1 << 6;

    // struct virtio_net_hdr, which stands right before the frame
    private static final int VIRTIO_SIZE = 10;
    private static final int VIRTIO_GSO_TYPE = 1;
    private static final int VIRTIO_CSUM_START = 6;
    private static final int VIRTIO_CSUM_OFFSET = 8;
    private static final int VIRTIO_NEEDS_CSUM = 1;

    private static final int ETHERNET_HEADER = 14;
    private static final int MAC_ADDRESSES = 12;
    private static final int VLAN_TAG = 4;
    private static final int TPID_8021Q = 0x8100;

    private static final VarHandle INTS =
            MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private final int fd;
    private final ByteBuffer ring;
    private final long address;
    private final int slots;
    private final int slotBytes;
    private final int longest;
    private final byte[] frame;
    private final PortCounters counters;
    private final ByteBuffer statistics = LibC.allocate(16);
    private int slot;

    ReceiveRing(Interface at, PortCounters counters) throws IOException {
        this.counters = counters;
        longest = at.mtu + ETHERNET_HEADER + VLAN_TAG;
        int need = Math.max(MIN_SLOT_BYTES, longest + SLOT_OVERHEAD);
        slotBytes = Integer.highestOneBit(need - 1) << 1;
        int blockBytes = Math.max(BLOCK_BYTES, slotBytes);
        int blocks = Math.max(1, RING_BYTES / blockBytes);
        slots = blocks * (blockBytes / slotBytes);
        frame = new byte[VLAN_TAG + slotBytes];
        int type = LibC.SOCK_RAW | LibC.SOCK_NONBLOCK | LibC.SOCK_CLOEXEC;
        fd = LibC.check(LibC.socket(LibC.AF_PACKET, type, 0), "socket(AF_PACKET)");
        long length = (long) blocks * blockBytes;
        try {
            LibC.setOption(fd, LibC.SOL_PACKET, LibC.PACKET_VERSION, TPACKET_V2);
            LibC.setOption(fd, LibC.SOL_PACKET, LibC.PACKET_VNET_HDR, 1);
            LibC.setOption(fd, LibC.SOL_PACKET, LibC.PACKET_IGNORE_OUTGOING, 1);
            LibC.setOption(
                    fd, LibC.SOL_PACKET, LibC.PACKET_RX_RING, blockBytes, blocks, slotBytes, slots);
            address =
                    LibC.mmap(
                            0,
                            length,
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
        ring = LibC.at(address, length);
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
        if (((int) INTS.getAcquire(ring, slot * slotBytes + STATUS) & STATUS_USER) == 0) {
            return 0;
        }
        int taken = 0;
        int frames = 0;
        long bytes = 0;
        int oversize = 0;
        try {
            while (taken < max) {
                int at = slot * slotBytes;
                int status = (int) INTS.getAcquire(ring, at + STATUS);
                if ((status & STATUS_USER) == 0) {
                    break;
                }
                int length = ring.getInt(at + LENGTH);
                int mac = at + (ring.getShort(at + MAC) & 0xffff);
                boolean usable =
                        length <= longest
                                && length >= ETHERNET_HEADER
                                && length == ring.getInt(at + CAPTURED)
                                && ring.get(mac - VIRTIO_SIZE + VIRTIO_GSO_TYPE) == 0;
                int off = VLAN_TAG;
                if (usable) {
                    ring.position(mac);
                    ring.get(frame, off, length);
                    finishChecksum(mac - VIRTIO_SIZE, off, length);
                    if ((status & STATUS_VLAN_VALID) != 0) {
                        insertTag(at, status);
                        off = 0;
                        length += VLAN_TAG;
                    }
                }
                INTS.setRelease(ring, at + STATUS, STATUS_KERNEL);
                slot = slot + 1 == slots ? 0 : slot + 1;
                taken++;
                if (usable) {
                    frames++;
                    bytes += length;
                    handler.frame(frame, off, length);
                } else {
                    oversize++;
                }
            }
        } finally {
            counters.rxFrames.add(frames);
            counters.rxBytes.add(bytes);
            counters.rxOversize.add(oversize);
        }
        return taken;
    }

    private void finishChecksum(int virtio, int off, int length) {
        if ((ring.get(virtio) & VIRTIO_NEEDS_CSUM) == 0) {
            return;
        }
        int start = ring.getShort(virtio + VIRTIO_CSUM_START) & 0xffff;
        int field = start + (ring.getShort(virtio + VIRTIO_CSUM_OFFSET) & 0xffff);
        if (field + 2 <= length) {
            Checksums.complete(frame, off + start, off + field, off + length);
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

    /** Adds the kernel's count of drops since the last call to the counters. */
    void countDrops() {
        statistics.putInt(8, 8);
        long at = LibC.address(statistics);
        if (LibC.getsockopt(fd, LibC.SOL_PACKET, LibC.PACKET_STATISTICS, at, at + 8) == 0) {
            counters.rxDropped.add(statistics.getInt(4) & 0xffffffffL);
        }
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
