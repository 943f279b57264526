// SPDX-License-Identifier: Apache-2.0
import type { Protocol } from '#api';

/** In the order in which they are shown. */
export const PROTOCOLS: readonly Protocol[] = ['tcp', 'udp', 'icmp'];

const THIN = '\u202f';
const UNITS = ['', 'k', 'M', 'G', 'T', 'P'];

/** Three significant digits with a decimal unit: 1.24 M. */
export function short(value: number): string {
    if (!Number.isFinite(value)) {
        return '–';
    }
    let unit = 0;
    let n = Math.abs(value);
    while (n >= 999.5 && unit < UNITS.length - 1) {
        n /= 1000;
        unit++;
    }
    const digits = unit === 0 && Number.isInteger(n) ? 0 : n >= 99.95 ? 0 : n >= 9.995 ? 1 : 2;
    const text = n.toFixed(n === 0 ? 0 : digits);
    return `${value < 0 ? '−' : ''}${text}${UNITS[unit] ? `${THIN}${UNITS[unit]}` : ''}`;
}

/** Appends a unit to a short number: 1.24 Mbit/s. */
function withUnit(value: number | null | undefined, unit: string): string {
    if (value === null || value === undefined) {
        return `–${THIN}${unit}`;
    }
    const text = short(value);
    return /[kMGTP]$/.test(text) ? text + unit : text + THIN + unit;
}

/** Of bytes per second; null is unknown. */
export function bitRate(bytesPerSecond: number | null | undefined): string {
    return withUnit(
        bytesPerSecond === null || bytesPerSecond === undefined ? null : bytesPerSecond * 8,
        'bit/s',
    );
}

export function packetRate(packetsPerSecond: number | null | undefined): string {
    return withUnit(packetsPerSecond, 'p/s');
}

export function perSecond(rate: number | null | undefined): string {
    return rate === null || rate === undefined ? '–' : `${short(rate)}/s`;
}

/** All digits, in groups of three. */
export function count(value: number): string {
    return String(Math.trunc(value)).replace(/\B(?=(\d{3})+(?!\d))/g, THIN);
}

export function percent(part: number, whole: number): string {
    if (whole === 0) {
        return '–';
    }
    const p = (100 * part) / whole;
    const text = p === 0 ? '0' : p < 0.1 ? '<0.1' : p < 10 ? p.toFixed(1) : p.toFixed(0);
    return `${text}${THIN}%`;
}

/** The two largest units: 3 h 12 min. */
export function duration(millis: number): string {
    const s = Math.max(0, Math.round(millis / 1000));
    const parts: [number, string][] = [
        [Math.floor(s / 86400), 'd'],
        [Math.floor(s / 3600) % 24, 'h'],
        [Math.floor(s / 60) % 60, 'min'],
        [s % 60, 's'],
    ];
    const first = parts.findIndex(([n]) => n > 0);
    if (first < 0) {
        return `0${THIN}s`;
    }
    return parts
        .slice(first, first + 2)
        .filter(([n], i) => i === 0 || n > 0)
        .map(([n, unit]) => n + THIN + unit)
        .join(' ');
}

/** 2026-01-31 10:32:00, in the time zone of the reader. */
export function localTime(at: Date): string {
    const two = (n: number) => String(n).padStart(2, '0');
    return (
        `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ` +
        `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
    );
}

/** 2026-01-31 10:32:00 UTC. */
export function utcTime(at: Date): string {
    return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Without what every device id begins with. */
export function deviceName(id: string): string {
    return id.replace(/^device:/, '');
}

/** Splits `device:leaf1/3`. */
export function splitPortId(id: string): { device: string; port: number } {
    const at = id.lastIndexOf('/');
    return { device: id.slice(0, at), port: Number(id.slice(at + 1)) };
}

/** An address with a port, or with so many from there on; IPv6 in brackets (RFC 5952 section 6). */
export function endpoint(address: string, port: number | undefined, ports = 1): string {
    if (port === undefined) {
        return address;
    }
    const range = ports > 1 ? `${port}-${port + ports - 1}` : `${port}`;
    return address.includes(':') ? `[${address}]:${range}` : `${address}:${range}`;
}

/** BAD_IPV4_CHECKSUM, punts_dropped: as words. */
export function words(name: string): string {
    const text = name
        .toLowerCase()
        .replaceAll('_', ' ')
        .replace(/\b(ipv4|ipv6|icmpv6|icmp|tcp|udp|cpu|nd|arp|mtu|eam|eams)\b/g, (w) =>
            w.startsWith('ipv') || w === 'icmpv6'
                ? w.replace('ip', 'IP').replace('icmp', 'ICMP')
                : w.toUpperCase(),
        )
        .replace(/EAMS/g, 'EAMs');
    return text.charAt(0).toUpperCase() + text.slice(1);
}
