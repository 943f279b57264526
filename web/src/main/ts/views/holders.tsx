// SPDX-License-Identifier: Apache-2.0
import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../api/client';
import type { Holders } from '#api';
import { parseIpv4 } from '../model/address';
import { endpoint, localTime, PROTOCOLS, utcTime } from '../model/format';
import { Message, Protocol, Time } from '../ui/parts';
import { go, type Route } from '../ui/route';
import { client } from '../ui/state';

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Who held an address and port at a time: the question of an abuse report. */
export function HoldersView({ route }: { route: Route }) {
    const { address = '', port = '', protocol = '', at = '' } = route.query;
    const utc = route.query.utc === 'true';
    const [answer, setAnswer] = useState<Holders | null>(null);
    const [error, setError] = useState<string | null>(null);
    const [wrong, setWrong] = useState<string | null>(null);

    useEffect(() => {
        setAnswer(null);
        setError(null);
        if (address === '' || port === '') {
            return;
        }
        const controller = new AbortController();
        client
            .get<Holders>(
                'mapping-log',
                { address, port, ...(protocol !== '' && { protocol }), ...(at !== '' && { at }) },
                controller.signal,
            )
            .then(setAnswer)
            .catch((e: unknown) => {
                if (!controller.signal.aborted) {
                    setError(e instanceof ApiError ? e.message : String(e));
                }
            });
        return () => controller.abort();
    }, [address, port, protocol, at]);

    const ask = (e: SubmitEvent) => {
        e.preventDefault();
        const form = new FormData(e.currentTarget as HTMLFormElement);
        const field = (name: string) => {
            const value = form.get(name);
            return typeof value === 'string' ? value.trim() : '';
        };
        const when =
            field('at') === '' ? null : new Date(field('at') + (form.has('utc') ? 'Z' : ''));
        if (parseIpv4(field('address')) === null) {
            setWrong('The address must be an IPv4 address, such as 203.0.113.7.');
        } else if (!/^\d{1,5}$/.test(field('port')) || Number(field('port')) > 65535) {
            setWrong('The port must be a number up to 65535.');
        } else if (when && Number.isNaN(when.getTime())) {
            setWrong('The time is not understood.');
        } else {
            setWrong(null);
            go('holders', {
                address: field('address'),
                port: field('port'),
                protocol: field('protocol'),
                at: when?.toISOString().replace(/\.\d+Z$/, 'Z'),
                ...(form.has('utc') && { utc: 'true' }),
            });
        }
    };
    const asked = at === '' ? null : new Date(at);
    const inForm = utc ? utcTime : localTime;
    return (
        <div class="page">
            <h1>Who held?</h1>
            <form class="ask" onSubmit={ask} key={`${address} ${port} ${protocol} ${at} ${utc}`}>
                <label>
                    IPv4 address
                    <input
                        name="address"
                        defaultValue={address}
                        placeholder="203.0.113.7"
                        spellcheck={false}
                        autocomplete="off"
                    />
                </label>
                <label>
                    Port or identifier
                    <input
                        name="port"
                        defaultValue={port}
                        inputMode="numeric"
                        placeholder="4242"
                        autocomplete="off"
                    />
                </label>
                <label>
                    Protocol
                    <select name="protocol">
                        <option value="">any</option>
                        {PROTOCOLS.map((p) => (
                            <option key={p} value={p} selected={p === protocol}>
                                {p.toUpperCase()}
                            </option>
                        ))}
                    </select>
                </label>
                <label>
                    Time, now if empty
                    <input
                        type="datetime-local"
                        name="at"
                        step="1"
                        defaultValue={
                            asked && !Number.isNaN(asked.getTime())
                                ? inForm(asked).slice(0, 19).replace(' ', 'T')
                                : ''
                        }
                    />
                </label>
                <label class="check">
                    <input type="checkbox" name="utc" defaultChecked={utc} /> the time is in UTC,
                    not in {ZONE}
                </label>
                <button type="submit" class="primary">
                    Ask the log
                </button>
            </form>
            {wrong !== null && <Message kind="error">{wrong}</Message>}
            {error !== null && <Message kind="error">{error}</Message>}
            {answer && (
                <section aria-live="polite">
                    <h2>
                        {endpoint(answer.address, answer.port)} at <Time at={answer.at} utc={utc} />
                        {!utc && <small> {answer.at}</small>}
                    </h2>
                    {answer.holders.length === 0 ? (
                        <p class="empty">Nobody held it then.</p>
                    ) : (
                        <table class="entries is-cards">
                            <thead>
                                <tr>
                                    <th>Protocol</th>
                                    <th>Subscriber</th>
                                    <th>Block</th>
                                    <th>Since</th>
                                    <th>
                                        <span class="hidden">Actions</span>
                                    </th>
                                </tr>
                            </thead>
                            <tbody>
                                {answer.holders.map((h) => (
                                    <tr key={`${h.protocol} ${h.ipv6} ${h.since}`}>
                                        <td>
                                            <Protocol name={h.protocol} />
                                        </td>
                                        <td data-label="Subscriber">
                                            <code class="six">{h.ipv6}</code>
                                        </td>
                                        <td data-label="Block">
                                            <code>{h.ipv4}</code> {h.firstPort}–{h.lastPort}
                                        </td>
                                        <td data-label="Since">
                                            <Time at={h.since} utc={utc} />
                                            {h.adopted && (
                                                <small>
                                                    found on a switch then, may have been held
                                                    before
                                                </small>
                                            )}
                                            {h.deterministic && (
                                                <small>by configuration, in use or not</small>
                                            )}
                                        </td>
                                        <td class="actions">
                                            <button
                                                type="button"
                                                class="quiet"
                                                onClick={() =>
                                                    go('sessions', {
                                                        q: h.ipv6.replace(/\/128$/, ''),
                                                    })
                                                }
                                            >
                                                Sessions now
                                            </button>
                                        </td>
                                    </tr>
                                ))}
                            </tbody>
                        </table>
                    )}
                </section>
            )}
        </div>
    );
}
