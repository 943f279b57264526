// SPDX-License-Identifier: Apache-2.0
import type { ComponentChildren } from 'preact';
import type { DeviceModel, FabricModel, HostModel, LinkModel, Load } from '../model/fabric';
import { bitRate, count, deviceName, packetRate, words } from '../model/format';
import { StateIcon, StateName } from '../ui/parts';
import { formatRoute, go } from '../ui/route';
import { devices, glossary, rates, useResource } from '../ui/state';
import { linkName } from './map';

/** What is known about the selected switch, host or link. */
export function Details({
    id,
    model,
    onClose,
}: {
    id: string;
    model: FabricModel;
    onClose: () => void;
}) {
    const device = model.devices.get(id);
    const host = model.hosts.get(id);
    const link = model.links.find((l) => l.id === id);
    return (
        <div class="details">
            <header class="panel-head">
                <h2>{device?.name ?? host?.name ?? (link ? linkName(link) : deviceName(id))}</h2>
                <button type="button" class="quiet" onClick={onClose}>
                    Close
                </button>
            </header>
            {device ? (
                <DeviceDetails device={device} model={model} />
            ) : host ? (
                <HostDetails host={host} />
            ) : link ? (
                <LinkDetails link={link} />
            ) : (
                <p class="empty">It is not in the fabric any more.</p>
            )}
        </div>
    );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
    return (
        <div>
            <dt>{name}</dt>
            <dd>{children}</dd>
        </div>
    );
}

function loadText(load: Load | null): string {
    return `${bitRate(load?.bytes)}, ${packetRate(load?.packets)}`;
}

function DeviceDetails({ device, model }: { device: DeviceModel; model: FabricModel }) {
    const known = useResource(devices).data?.find((d) => d.id === device.id);
    const ports = [
        ...model.links.flatMap((l) => [
            ...(l.a.device === device.id
                ? [{ port: l.a.port, to: l.b.device, id: l.id, out: l.ab, in: l.ba, up: l.up }]
                : []),
            ...(l.b.device === device.id
                ? [{ port: l.b.port, to: l.a.device, id: l.id, out: l.ba, in: l.ab, up: l.up }]
                : []),
        ]),
        ...[...model.hosts.values()]
            .filter((h) => h.device === device.id)
            .map((h) => ({
                port: h.port,
                to: h.name,
                id: h.key,
                out: h.received,
                in: h.sent,
                up: h.up,
            })),
    ].sort((a, b) => a.port - b.port);
    return (
        <>
            <dl class="facts">
                <Fact name="State">
                    <StateIcon state={device.state} /> <StateName state={device.state} />
                </Fact>
                <Fact name="Role">{device.translator ? 'translator' : 'router'}</Fact>
                <Fact name="Traffic in">{loadText(device.load)}</Fact>
                {known && (
                    <Fact name="Intended entries">
                        {count(known.intendedEntries)}
                        {known.refused > 0 ? `, ${count(known.refused)} refused` : ''}
                    </Fact>
                )}
                <Fact name="MAC">
                    <code>{device.mac}</code>
                </Fact>
                {device.loopbacks.length > 0 && (
                    <Fact name="Loopbacks">
                        {device.loopbacks.map((a) => (
                            <code key={a}>{a}</code>
                        ))}
                    </Fact>
                )}
            </dl>
            <h3>Ports</h3>
            <table class="compact">
                <thead>
                    <tr>
                        <th>Port</th>
                        <th>To</th>
                        <th class="number">In</th>
                        <th class="number">Out</th>
                    </tr>
                </thead>
                <tbody>
                    {ports.map((p) => (
                        <tr key={p.port}>
                            <td>{p.port}</td>
                            <td>
                                <button
                                    type="button"
                                    class="link-button"
                                    onClick={() => go('fabric', { select: p.id }, true)}
                                >
                                    {deviceName(p.to)}
                                </button>
                                {!p.up && ' (down)'}
                            </td>
                            <td class="number" title={packetRate(p.in?.packets)}>
                                {bitRate(p.in?.bytes)}
                            </td>
                            <td class="number" title={packetRate(p.out?.packets)}>
                                {bitRate(p.out?.bytes)}
                            </td>
                        </tr>
                    ))}
                </tbody>
            </table>
            {known?.statistics && (
                <>
                    <h3>To the controller</h3>
                    <p>
                        {count(known.statistics.punted)} packets,{' '}
                        {packetRate(rates.get(`${device.id} punted`)?.[0])}
                    </p>
                    <h3>Dropped</h3>
                    <Counts device={device.id} kind="drop" counts={known.statistics.drops} />
                    <h3>Translated</h3>
                    <Counts
                        device={device.id}
                        kind="translated"
                        counts={known.statistics.translated}
                    />
                </>
            )}
        </>
    );
}

/** Names with how often and how fast, the fastest first; those never counted are left out. */
export function Counts({
    device,
    kind,
    counts,
}: {
    device: string;
    kind: 'drop' | 'translated';
    counts: Readonly<Record<string, number>>;
}) {
    const meanings = useResource(glossary).data;
    const rows = Object.entries(counts)
        .filter(([, n]) => n > 0)
        .map(([name, n]) => ({
            name,
            n,
            rate: rates.get(`${device} ${kind} ${name}`)?.[0] ?? null,
        }))
        .sort((a, b) => (b.rate ?? 0) - (a.rate ?? 0) || b.n - a.n);
    if (rows.length === 0) {
        return <p class="empty">Nothing.</p>;
    }
    return (
        <table class="compact">
            <tbody>
                {rows.map(({ name, n, rate }) => (
                    <tr key={name}>
                        <th scope="row">
                            {words(name)}
                            {says(meanings?.get(name), name) && (
                                <small class="meaning">{meanings?.get(name)}</small>
                            )}
                        </th>
                        <td class="number">{count(n)}</td>
                        <td class="number">{packetRate(rate)}</td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

/** Whether a meaning says more than the name. */
function says(meaning: string | undefined, name: string): boolean {
    return meaning !== undefined && meaning.toLowerCase() !== words(name).toLowerCase();
}

function HostDetails({ host }: { host: HostModel }) {
    const first = host.addresses[0];
    const six = host.addresses.find((a) => a.includes(':'));
    return (
        <>
            <dl class="facts">
                <Fact name="State">{host.up ? 'up' : 'down'}</Fact>
                <Fact name="Port">
                    <button
                        type="button"
                        class="link-button"
                        onClick={() => go('fabric', { select: host.device }, true)}
                    >
                        {deviceName(host.key)}
                    </button>
                </Fact>
                <Fact name="Sends">{loadText(host.sent)}</Fact>
                <Fact name="Receives">{loadText(host.received)}</Fact>
                <Fact name="Networks">
                    {host.networks.map((a) => (
                        <code key={a}>{a}</code>
                    ))}
                </Fact>
                <Fact name="Sources">{host.validation.join(', ') || 'not known'}</Fact>
                <Fact name="Addresses learned">
                    {host.addresses.length === 0
                        ? 'none yet'
                        : host.addresses.slice(0, 12).map((a) => (
                              <a key={a} href={formatRoute('fabric', { q: a })}>
                                  <code>{a}</code>
                              </a>
                          ))}
                    {host.addresses.length > 12 && ` and ${host.addresses.length - 12} more`}
                </Fact>
            </dl>
            {first && (
                <p>
                    <a
                        class="button"
                        href={formatRoute('sessions', {
                            q: host.name.includes(' ') ? first : host.name,
                        })}
                    >
                        Sessions of {host.name}
                    </a>
                    {six && (
                        <>
                            {' '}
                            <a class="button" href={formatRoute('diagnose', { host: six })}>
                                Why no connection?
                            </a>
                        </>
                    )}
                </p>
            )}
        </>
    );
}

function LinkDetails({ link }: { link: LinkModel }) {
    const [a, b] = linkName(link).split(' – ');
    return (
        <dl class="facts">
            <Fact name="State">{link.up ? 'up' : 'down'}</Fact>
            <Fact name={`${a} → ${b}`}>{loadText(link.ab)}</Fact>
            <Fact name={`${b} → ${a}`}>{loadText(link.ba)}</Fact>
            <Fact name="MTU">{link.mtu} bytes</Fact>
        </dl>
    );
}
