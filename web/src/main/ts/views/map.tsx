// SPDX-License-Identifier: Apache-2.0
import type { JSX } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { hostCurve, linkCurve, nearest, pathData, pointAt } from '../model/curve';
import type { DeviceModel, FabricModel, HostModel, LinkModel } from '../model/fabric';
import { shapeOf } from '../model/fabric';
import { bitRate, packetRate, short } from '../model/format';
import { DEVICE, HOST, type Layout, layout, type Point } from '../model/layout';
import type { Leg } from '../model/path';
import { loadStep } from '../model/rates';
import { StateIcon, stateName } from '../ui/parts';
import { useAway } from '../ui/state';
import { useZoom } from './zoom';

export interface MapProps {
    readonly model: FabricModel;
    /** Entries each device holds, where known. */
    readonly intended: ReadonlyMap<string, number>;
    readonly outbound: readonly Leg[];
    readonly inbound: readonly Leg[];
    readonly translating: ReadonlySet<string>;
    /** Id of a device, host (its port) or link. */
    readonly selected: string | null;
    readonly onSelect: (id: string | null) => void;
    readonly moving: boolean;
}

interface Tip {
    readonly x: number;
    readonly y: number;
    readonly lines: readonly string[];
}

function both(name: string, load: { bytes: number; packets: number } | null): string {
    return `${name}  ${bitRate(load?.bytes)}  ·  ${packetRate(load?.packets)}`;
}

export function linkName(l: LinkModel): string {
    const end = (e: LinkModel['a']) => `${e.device.replace(/^device:/, '')}/${e.port}`;
    return `${end(l.a)} – ${end(l.b)}`;
}

function linkLines(l: LinkModel): string[] {
    const [a, b] = linkName(l).split(' – ') as [string, string];
    return l.up
        ? [
              linkName(l),
              both(`${a} → ${b}`, l.ab),
              both(`${b} → ${a}`, l.ba),
              ...(l.mtu ? [`MTU ${l.mtu}`] : []),
          ]
        : [linkName(l), 'down'];
}

function deviceLines(d: DeviceModel, intended: number | undefined, away: boolean): string[] {
    return [
        `${d.name}: ${stateName(d.state, away)}${d.translator ? ', translates' : ''}`,
        both('in', d.load),
        ...(intended === undefined ? [] : [`${intended} intended entries`]),
        ...d.loopbacks,
    ];
}

function hostLines(h: HostModel): string[] {
    return [
        `${h.name} at ${h.key.replace(/^device:/, '')}${h.up ? '' : ', down'}`,
        both('sends', h.sent),
        both('receives', h.received),
        ...(h.addresses.length > 0 ? h.addresses.slice(0, 6) : h.networks),
        ...(h.addresses.length > 6 ? [`and ${h.addresses.length - 6} more`] : []),
    ];
}

/** The fabric, drawn. One element at a time is in the tab order; arrow keys go to the others. */
export function FabricMap(props: MapProps) {
    const { model, intended, selected, onSelect } = props;
    const away = useAway();
    const shape = shapeOf(model);
    // The shape stands for the model
    const places: Layout = useMemo(
        () =>
            layout({
                devices: [...model.devices.keys()],
                links: model.links.map((l) => [l.a.device, l.b.device] as const),
                hosts: [...model.hosts.values()].map((h) => ({ key: h.key, device: h.device })),
            }),
        [shape],
    );
    const [tip, setTip] = useState<Tip | null>(null);
    const [current, setCurrent] = useState<string | null>(null);
    const svg = useRef<SVGSVGElement>(null);
    const zoom = useZoom(svg, places.width, places.height);

    const points = new Map<string, Point>([...places.devices, ...places.hosts]);
    for (const l of model.links) {
        const [a, b] = [places.devices.get(l.a.device), places.devices.get(l.b.device)];
        if (a && b) {
            points.set(l.id, pointAt(linkCurve(a, b, l.lane, l.lanes), 0.5));
        }
    }
    const entry =
        current !== null && points.has(current) ? current : (points.keys().next().value ?? null);
    const tracing = props.outbound.length + props.inbound.length > 0;

    /** What every element of the map has: name, focus, tooltip, keys. */
    const item = (id: string, lines: string[], kind: string): JSX.SVGAttributes<SVGGElement> => ({
        id: `map-${id}`,
        role: 'button',
        tabIndex: id === entry ? 0 : -1,
        // What is written in it is its name; a link has no words of its own.
        [kind === 'Link' ? 'aria-label' : 'aria-description']: `${kind} ${lines.join(', ')}`,
        'aria-pressed': selected === id,
        onClick: () => {
            if (!zoom.dragged()) {
                setCurrent(id);
                onSelect(selected === id ? null : id);
            }
        },
        onPointerMove: (e) => {
            if (e.pointerType !== 'touch') {
                setTip({ x: e.clientX, y: e.clientY, lines });
            }
        },
        onPointerLeave: () => setTip(null),
        onFocus: (e) => {
            setCurrent(id);
            if (e.currentTarget.matches(':focus-visible')) {
                const box = e.currentTarget.getBoundingClientRect();
                setTip({ x: box.right, y: box.top + box.height / 2, lines });
            }
        },
        onBlur: () => setTip(null),
        onKeyDown: (e) => {
            if (e.key === 'Enter' || e.key === ' ') {
                e.preventDefault();
                onSelect(selected === id ? null : id);
            } else if (e.key.startsWith('Arrow')) {
                const at = points.get(id);
                const next = at && nearest(at, e.key as 'ArrowUp', points);
                if (next) {
                    e.preventDefault();
                    setCurrent(next);
                    document.getElementById(`map-${next}`)?.focus();
                }
            }
        },
    });

    const flowing = props.moving && model.links.length <= 80 && !tracing;
    return (
        <div class={`map ${tracing ? 'is-tracing' : ''}`}>
            <svg
                ref={svg}
                viewBox={zoom.viewBox}
                role="group"
                aria-label="Fabric: switches, links and hosts. Arrow keys move, Enter selects."
                {...zoom.handlers}
            >
                <g class="wires">
                    {[...model.hosts.values()].map((h) => (
                        <Wire key={h.key} host={h} places={places} />
                    ))}
                    {model.links.map((l) => (
                        <g
                            key={l.id}
                            {...item(l.id, linkLines(l), 'Link')}
                            class={`link ${l.up ? '' : 'is-down'} ${selected === l.id ? 'is-selected' : ''}`}
                        >
                            <LinkShape link={l} places={places} flowing={flowing} />
                        </g>
                    ))}
                </g>
                <g class="legs" aria-hidden="true">
                    <Legs
                        legs={props.inbound}
                        links={model.links}
                        places={places}
                        direction="inbound"
                        moving={props.moving}
                    />
                    <Legs
                        legs={props.outbound}
                        links={model.links}
                        places={places}
                        direction="outbound"
                        moving={props.moving}
                    />
                </g>
                {[...model.hosts.values()].map((h) => {
                    const at = places.hosts.get(h.key);
                    const on = [...props.outbound, ...props.inbound].some(
                        (leg) => leg.a === h.key || leg.b === h.key,
                    );
                    return (
                        at && (
                            <g
                                key={h.key}
                                {...item(h.key, hostLines(h), 'Host')}
                                class={`host ${h.up ? '' : 'is-down'} ${on ? 'is-on' : ''} ${selected === h.key ? 'is-selected' : ''}`}
                                transform={`translate(${at.x - HOST.width / 2} ${at.y - HOST.height / 2})`}
                            >
                                <HostShape host={h} />
                            </g>
                        )
                    );
                })}
                {[...model.devices.values()].map((d) => {
                    const at = places.devices.get(d.id);
                    const on = [...props.outbound, ...props.inbound].some(
                        (leg) => leg.a === d.id || leg.b === d.id,
                    );
                    return (
                        at && (
                            <g
                                key={d.id}
                                {...item(d.id, deviceLines(d, intended.get(d.id), away), 'Switch')}
                                class={`device is-${d.state} ${d.translator ? 'is-translator' : ''} ${on ? 'is-on' : ''} ${selected === d.id ? 'is-selected' : ''}`}
                                transform={`translate(${at.x - DEVICE.width / 2} ${at.y - DEVICE.height / 2})`}
                            >
                                <DeviceShape
                                    device={d}
                                    intended={intended.get(d.id)}
                                    translates={props.translating.has(d.id)}
                                />
                            </g>
                        )
                    );
                })}
            </svg>
            <div class="zoom" role="group" aria-label="Zoom">
                <button type="button" onClick={() => zoom.by(1.3)} aria-label="Zoom in">
                    +
                </button>
                <button type="button" onClick={() => zoom.by(1 / 1.3)} aria-label="Zoom out">
                    −
                </button>
                <button type="button" onClick={zoom.reset} aria-label="Show all">
                    ⤢
                </button>
            </div>
            {tip && <Tooltip tip={tip} />}
        </div>
    );
}

function Tooltip({ tip }: { tip: Tip }) {
    // Away from the right and the bottom edge.
    const left = tip.x > innerWidth - 330 ? tip.x - 316 : tip.x + 16;
    const top = tip.y > innerHeight - 170 ? tip.y - 20 - 21 * tip.lines.length : tip.y + 14;
    return (
        <div class="tooltip" role="tooltip" style={{ left: `${left}px`, top: `${top}px` }}>
            {tip.lines.map((line, i) => (
                <div key={line} class={i === 0 ? 'first' : ''}>
                    {line}
                </div>
            ))}
        </div>
    );
}

function LinkShape({
    link,
    places,
    flowing,
}: {
    link: LinkModel;
    places: Layout;
    flowing: boolean;
}) {
    const a = places.devices.get(link.a.device);
    const b = places.devices.get(link.b.device);
    if (!a || !b) {
        return null;
    }
    const there = linkCurve(a, b, link.lane, link.lanes);
    const back = linkCurve(b, a, link.lane, link.lanes);
    const middle = pointAt(there, 0.5);
    const other = pointAt(back, 0.5);
    const directions = [
        [there, link.ab],
        [back, link.ba],
    ] as const;
    return (
        <>
            <path class="grip" d={pathData(there)} />
            {directions.map(([curve, load], i) => {
                const step = link.up ? loadStep(load === null ? null : load.bytes * 8) : 0;
                return (
                    <g key={i === 0 ? 'there' : 'back'}>
                        <path class={`lane load-${step}`} d={pathData(curve)} />
                        {flowing && step > 0 && (
                            <path class={`flow speed-${step}`} d={pathData(curve)} />
                        )}
                    </g>
                );
            })}
            {!link.up && (
                <g
                    class="cross"
                    transform={`translate(${(middle.x + other.x) / 2} ${(middle.y + other.y) / 2})`}
                >
                    <circle r="11" />
                    <path d="M-4.5-4.5 4.5 4.5M4.5-4.5-4.5 4.5" />
                </g>
            )}
        </>
    );
}

function Wire({ host, places }: { host: HostModel; places: Layout }) {
    const at = places.hosts.get(host.key);
    const device = places.devices.get(host.device);
    if (!at || !device) {
        return null;
    }
    const step = Math.max(loadOf(host.sent), loadOf(host.received));
    return (
        <path
            class={`wire load-${step} ${host.up ? '' : 'is-down'}`}
            d={pathData(middle(device, at))}
        />
    );
}

function loadOf(load: { bytes: number } | null): number {
    return loadStep(load === null ? null : load.bytes * 8);
}

function middle(device: Point, host: Point) {
    const y = (device.y + host.y) / 2;
    return { p: device, c: { x: device.x, y }, d: { x: host.x, y }, q: host };
}

function DeviceShape({
    device,
    intended,
    translates,
}: {
    device: DeviceModel;
    intended: number | undefined;
    translates: boolean;
}) {
    const { width, height } = DEVICE;
    return (
        <>
            <rect class="ring" x="-5" y="-5" width={width + 10} height={height + 10} rx="15" />
            <rect class="body" width={width} height={height} rx="11" />
            {device.translator && (
                <>
                    <path
                        class="six"
                        d={`M0 11A11 11 0 0 1 11 0H${width / 2}V4H11A7 7 0 0 0 4 11V${height - 11}A7 7 0 0 0 11 ${height - 4}H${width / 2}V${height}H11A11 11 0 0 1 0 ${height - 11}Z`}
                    />
                    <path
                        class="four"
                        d={`M${width} 11A11 11 0 0 0 ${width - 11} 0H${width / 2}V4H${width - 11}A7 7 0 0 1 ${width - 4} 11V${height - 11}A7 7 0 0 1 ${width - 11} ${height - 4}H${width / 2}V${height}H${width - 11}A11 11 0 0 0 ${width} ${height - 11}Z`}
                    />
                </>
            )}
            <StateIcon state={device.state} x={14} y={11} />
            <text class="name" x="36" y="24.5">
                {device.name}
            </text>
            <text class="figures" x="14" y="42.5">
                {bitRate(device.load?.bytes)}
            </text>
            <text class="figures is-faint" x={width - 13} y="42.5" text-anchor="end">
                {packetRate(device.load?.packets)}
            </text>
            {device.translator && (
                <g class={`badge ${translates ? 'is-now' : ''}`}>
                    <rect x={width - 50} y="9" width="40" height="19" rx="9.5" />
                    <text x={width - 30} y="22.5" text-anchor="middle">
                        6⇄4
                    </text>
                </g>
            )}
            {device.translator && intended !== undefined && (
                <text class="figures is-faint" x="14" y="56">
                    {short(intended)} intended
                </text>
            )}
        </>
    );
}

function HostShape({ host }: { host: HostModel }) {
    const count = host.addresses.length;
    return (
        <>
            <rect class="body" width={HOST.width} height={HOST.height} rx="20" />
            <g class="family">
                {host.six && <circle class="six" cx="20" cy="20" r="11" />}
                {host.four && !host.six && <circle class="four" cx="20" cy="20" r="11" />}
                {host.four && host.six && <path class="four" d="M20 9a11 11 0 0 1 0 22z" />}
                <text
                    class={host.six && host.four ? 'is-two' : ''}
                    x={host.six && host.four ? 21.5 : 20}
                    y="24"
                    text-anchor="middle"
                >
                    {host.six && host.four ? '64' : host.six ? '6' : host.four ? '4' : '?'}
                </text>
            </g>
            <text class="name" x="37" y={count > 2 ? 18 : 24.5}>
                {host.name.length > 7 ? `${host.name.slice(0, 6)}…` : host.name}
            </text>
            {count > 2 && (
                <text class="figures is-faint" x="37" y="31">
                    {count} hosts
                </text>
            )}
        </>
    );
}

interface LegsProps {
    readonly legs: readonly Leg[];
    readonly links: readonly LinkModel[];
    readonly places: Layout;
    readonly direction: string;
    readonly moving: boolean;
}

function Legs({ legs, links, places, direction, moving }: LegsProps) {
    /** The link by which a leg leaves. */
    const linkOf = (leg: Leg) =>
        links.find((l) => [l.a, l.b].some((end) => end.device === leg.a && end.port === leg.port));
    return (
        <>
            {legs.map((leg) => {
                const [a, b] = [leg.a, leg.b].map(
                    (id) => places.devices.get(id) ?? places.hosts.get(id),
                );
                if (!a || !b) {
                    return null;
                }
                const link = leg.kind === 'fabric' ? linkOf(leg) : undefined;
                const curve =
                    leg.kind === 'fabric'
                        ? linkCurve(a, b, link?.lane, link?.lanes)
                        : hostCurve(a, b);
                const data = pathData(curve);
                const arrow = pointAt(curve, leg.kind === 'fabric' ? 0.5 : 0.56);
                return (
                    <g
                        key={`${leg.a} ${leg.b} ${leg.port} ${leg.family}`}
                        class={`leg is-ipv${leg.family} is-${direction}`}
                    >
                        <path class="glow" d={data} />
                        <path class="core" d={data} />
                        {moving && <path class="pulse" d={data} />}
                        <path
                            class="arrow"
                            d="M-6-6.5 8 0-6 6.5-3 0z"
                            transform={`translate(${arrow.x} ${arrow.y}) rotate(${arrow.angle})`}
                        />
                    </g>
                );
            })}
        </>
    );
}
