// SPDX-License-Identifier: Apache-2.0
import type { Alarm } from '#api';
import { natural } from '../model/address';
import { SEVERITY_ORDER, SeverityIcon, Time } from '../ui/parts';
import { formatRoute, go } from '../ui/route';
import { alarms, useAway, useResource } from '../ui/state';

export function bySeverity(list: readonly Alarm[]): Alarm[] {
    return [...list].sort(
        (a, b) =>
            SEVERITY_ORDER.indexOf(a.severity) - SEVERITY_ORDER.indexOf(b.severity) ||
            natural(a.id, b.id),
    );
}

/** Something the map can show: a device, or the device of a port. */
function shown(subject: string): string | null {
    return /^device:[^/ ]+/.exec(subject)?.[0] ?? null;
}

export function AlarmList({
    list,
    most,
    onSelect,
}: {
    list: readonly Alarm[] | null;
    most?: number;
    onSelect?: (id: string) => void;
}) {
    const away = useAway();
    if (list === null) {
        return <p class="empty">Asking …</p>;
    }
    if (list.length === 0) {
        return away ? (
            <p class="empty">There were no alarms when the server last answered.</p>
        ) : (
            <p class="empty all-well">No alarms.</p>
        );
    }
    const sorted = bySeverity(list);
    const select = onSelect ?? ((id: string) => go('fabric', { select: id }));
    return (
        <ul class="alarms">
            {sorted.slice(0, most).map((a) => {
                const device = shown(a.subject);
                return (
                    <li key={a.id} class={`is-${a.severity}`}>
                        <SeverityIcon severity={a.severity} />
                        <div>
                            <strong>{a.severity}</strong> <Time at={a.since} age /> ·{' '}
                            {device ? (
                                <button
                                    type="button"
                                    class="link-button"
                                    onClick={() => select(device)}
                                >
                                    {a.subject}
                                </button>
                            ) : (
                                a.subject
                            )}
                            <p>{a.message}</p>
                        </div>
                    </li>
                );
            })}
            {most !== undefined && sorted.length > most && (
                <li class="more">
                    <a href={formatRoute('alarms')}>{sorted.length - most} more</a>
                </li>
            )}
        </ul>
    );
}

export function AlarmsView() {
    const { data } = useResource(alarms);
    return (
        <div class="page">
            <h1>Alarms</h1>
            <AlarmList list={data} />
        </div>
    );
}
