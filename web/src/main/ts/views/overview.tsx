// SPDX-License-Identifier: Apache-2.0
import { count, percent, perSecond, short } from '../model/format';
import { Bar, Sparkline } from '../ui/parts';
import { formatRoute } from '../ui/route';
import {
    alarms,
    counterRates,
    devices,
    history,
    pools,
    rates,
    statistics,
    useResource,
} from '../ui/state';
import { AlarmList } from './alarms';

/** What is looked at first: how much is going on, whether anything is wrong, how full it is. */
export function Overview({ onSelect }: { onSelect: (id: string) => void }) {
    const stats = useResource(statistics).data;
    const list = useResource(alarms).data;
    const all = useResource(pools).data;
    const switches = useResource(devices).data;

    const sum = (kind: 'drop' | 'translated') => {
        let total: number | null = null;
        for (const d of switches ?? []) {
            const names = Object.keys(
                (kind === 'drop' ? d.statistics?.drops : d.statistics?.translated) ?? {},
            );
            for (const name of names) {
                const rate = rates.get(`${d.id} ${kind} ${name}`);
                total = rate === null ? total : (total ?? 0) + (rate[0] ?? 0);
            }
        }
        return total;
    };
    const gauge = (name: string) => stats?.gauges[name];
    const tiles: [string, string, string | null][] = [
        [
            'Bindings',
            gauge('bindings') === undefined ? '–' : count(gauge('bindings') ?? 0),
            'bindings',
        ],
        ['New bindings', perSecond(counterRates.get('bindings_added')?.[0]), 'bindings_added'],
        ['Translated', withPackets(sum('translated')), null],
        ['Dropped', withPackets(sum('drop')), null],
        ['To the controller', withPackets(counterRates.get('punts')?.[0] ?? null), 'punts'],
        [
            'Subscribers',
            gauge('subscribers') === undefined ? '–' : count(gauge('subscribers') ?? 0),
            'subscribers',
        ],
    ];
    return (
        <>
            <section aria-label="Numbers" class="tiles">
                {tiles.map(([name, value, series]) => (
                    <div class="tile" key={name}>
                        <span class="tile-name">{name}</span>
                        <strong>{value}</strong>
                        {series && (
                            <Sparkline
                                values={history(series).all()}
                                label={`${name}, the last minutes`}
                            />
                        )}
                    </div>
                ))}
            </section>
            <section>
                <header class="panel-head">
                    <h2>Alarms</h2>
                    <a href={formatRoute('alarms')}>all</a>
                </header>
                <AlarmList list={list} most={5} onSelect={onSelect} />
            </section>
            <section>
                <header class="panel-head">
                    <h2>Pools</h2>
                    <a href={formatRoute('pools')}>blocks</a>
                </header>
                {(all ?? []).map((pool) => {
                    const used = Object.values(pool.usage).reduce((n, u) => n + u.blocksInUse, 0);
                    const blocks = Object.values(pool.usage).reduce((n, u) => n + u.blocks, 0);
                    return (
                        <a
                            class="pool-line"
                            key={pool.name}
                            href={formatRoute('pools', { pool: pool.name })}
                        >
                            <span>{pool.name}</span>
                            <span class="figures">
                                {short(used)} of {short(blocks)} blocks, {percent(used, blocks)}
                                {pool.drain && ', drains'}
                            </span>
                            <Bar
                                part={used}
                                whole={blocks}
                                label={`${percent(used, blocks)} of the blocks are in use`}
                                warns={!pool.drain}
                            />
                        </a>
                    );
                })}
            </section>
        </>
    );
}

function withPackets(rate: number | null): string {
    return rate === null ? '–' : `${short(rate)} p/s`;
}
