// SPDX-License-Identifier: Apache-2.0
import { useState } from 'preact/hooks';
import type { Device, TableUse } from '#api';
import { natural } from '../model/address';
import { bitRate, count, deviceName, packetRate } from '../model/format';
import { Bar, StateIcon, StateName } from '../ui/parts';
import { formatRoute } from '../ui/route';
import { devices, fabric, portRates, rates, useResource } from '../ui/state';
import { Counts } from './details';

function total(d: Device, kind: 'drop' | 'translated'): number | null {
    const names = Object.keys(
        (kind === 'drop' ? d.statistics?.drops : d.statistics?.translated) ?? {},
    );
    const known = names.flatMap((n) => rates.get(`${d.id} ${kind} ${n}`)?.[0] ?? []);
    return known.length === 0 ? null : known.reduce((a, b) => a + b, 0);
}

export function DevicesView() {
    const { data, error } = useResource(devices);
    useResource(fabric);
    const [open, setOpen] = useState<string | null>(null);
    return (
        <div class="page">
            <h1>Devices</h1>
            {data === null && <p class="empty">{error?.message ?? 'Asking …'}</p>}
            <div class="scroll">
                <table class="entries is-cards">
                    <thead>
                        <tr>
                            <th>Device</th>
                            <th>State</th>
                            <th>Role</th>
                            <th class="number">Intended entries</th>
                            <th class="number">Refused</th>
                            <th class="number">Translated</th>
                            <th class="number">To the controller</th>
                            <th class="number">Dropped</th>
                            <th>
                                <span class="hidden">Actions</span>
                            </th>
                        </tr>
                    </thead>
                    {[...(data ?? [])]
                        .sort((a, b) => natural(a.id, b.id))
                        .map((d) => (
                            <tbody key={d.id}>
                                <tr>
                                    <td>
                                        <a href={formatRoute('fabric', { select: d.id })}>
                                            {deviceName(d.id)}
                                        </a>
                                    </td>
                                    <td data-label="State">
                                        <StateIcon state={d.state} /> <StateName state={d.state} />
                                    </td>
                                    <td data-label="Role">
                                        {d.translator ? 'translator' : 'router'}
                                    </td>
                                    <td class="number" data-label="Intended entries">
                                        {count(d.intendedEntries)}
                                    </td>
                                    <td class="number" data-label="Refused">
                                        {count(d.refused)}
                                    </td>
                                    <td class="number" data-label="Translated">
                                        {packetRate(total(d, 'translated'))}
                                    </td>
                                    <td class="number" data-label="To the controller">
                                        {packetRate(rates.get(`${d.id} punted`)?.[0])}
                                    </td>
                                    <td class="number" data-label="Dropped">
                                        {packetRate(total(d, 'drop'))}
                                    </td>
                                    <td class="actions">
                                        <button
                                            type="button"
                                            class="quiet"
                                            aria-expanded={open === d.id}
                                            onClick={() => setOpen(open === d.id ? null : d.id)}
                                        >
                                            {open === d.id ? 'Hide details' : 'Details'}
                                        </button>
                                    </td>
                                </tr>
                                {open === d.id && (
                                    <tr class="expanded">
                                        <td colSpan={9}>
                                            <Capabilities all={d.capabilities} />
                                            <Tables tables={d.tables} />
                                            {d.statistics === null ? (
                                                <p class="empty">Not read yet.</p>
                                            ) : (
                                                <Counters device={d} />
                                            )}
                                        </td>
                                    </tr>
                                )}
                            </tbody>
                        ))}
                </table>
            </div>
        </div>
    );
}

/** What its program can do, as REST names it. */
function Capabilities({ all }: { all: readonly string[] }) {
    return all.length === 0 ? null : (
        <section>
            <h2>Capabilities</h2>
            <p>{all.join(', ')}</p>
        </section>
    );
}

/** The fullest first: one that is full refuses what needs it. */
function Tables({ tables }: { tables: readonly TableUse[] }) {
    if (tables.length === 0) {
        return null;
    }
    const share = (t: TableUse) => (t.size === 0 ? 1 : t.used / t.size);
    return (
        <section class="tables">
            <h2>Tables</h2>
            <table class="compact">
                <thead>
                    <tr>
                        <th>Table</th>
                        <th class="number">Used</th>
                        <th class="number">Free</th>
                        <th class="number">Size</th>
                        <th>
                            <span class="hidden">Share</span>
                        </th>
                    </tr>
                </thead>
                <tbody>
                    {[...tables]
                        .sort((a, b) => share(b) - share(a) || natural(a.table, b.table))
                        .map((t) => (
                            <tr key={t.table}>
                                <td>{t.table}</td>
                                <td class="number">{count(t.used)}</td>
                                <td class="number">{count(t.free)}</td>
                                <td class="number">{count(t.size)}</td>
                                <td>
                                    <Bar part={t.used} whole={t.size} label={`${t.table} in use`} />
                                </td>
                            </tr>
                        ))}
                </tbody>
            </table>
        </section>
    );
}

function Counters({ device }: { device: Device }) {
    const s = device.statistics;
    if (s === null) {
        return null;
    }
    return (
        <div class="counters">
            <section>
                <h2>Dropped, by reason</h2>
                <Counts device={device.id} kind="drop" counts={s.drops} />
            </section>
            <section>
                <h2>Translated, by table</h2>
                <Counts device={device.id} kind="translated" counts={s.translated} />
            </section>
            <section class="wide">
                <h2>Ports</h2>
                <table class="compact is-cards">
                    <thead>
                        <tr>
                            <th>Port</th>
                            <th class="number">Packets in</th>
                            <th class="number">Bytes in</th>
                            <th class="number">In</th>
                            <th class="number">Packets out</th>
                            <th class="number">Bytes out</th>
                            <th class="number">Out</th>
                        </tr>
                    </thead>
                    <tbody>
                        {s.ports.map((p) => {
                            const rate = portRates.get(`${device.id}/${p.port}`);
                            return (
                                <tr key={p.port}>
                                    <td>{p.port}</td>
                                    <td class="number" data-label="Packets in">
                                        {count(p.packetsIn)}
                                    </td>
                                    <td class="number" data-label="Bytes in">
                                        {count(p.bytesIn)}
                                    </td>
                                    <td class="number" data-label="In">
                                        {bitRate(rate?.[1])}
                                    </td>
                                    <td class="number" data-label="Packets out">
                                        {count(p.packetsOut)}
                                    </td>
                                    <td class="number" data-label="Bytes out">
                                        {count(p.bytesOut)}
                                    </td>
                                    <td class="number" data-label="Out">
                                        {bitRate(rate?.[3])}
                                    </td>
                                </tr>
                            );
                        })}
                    </tbody>
                </table>
            </section>
        </div>
    );
}
