// SPDX-License-Identifier: Apache-2.0
import { count, perSecond, words } from '../model/format';
import { Sparkline } from '../ui/parts';
import { counterRates, glossary, history, statistics, useResource } from '../ui/state';

export function StatisticsView() {
    const { data, error } = useResource(statistics);
    const meanings = useResource(glossary).data;
    if (data === null) {
        return (
            <div class="page">
                <h1>Statistics</h1>
                <p class="empty">{error?.message ?? 'Asking …'}</p>
            </div>
        );
    }
    return (
        <div class="page">
            <h1>Statistics</h1>
            <div class="counters">
                <section>
                    <h2>Now</h2>
                    <Numbers numbers={data.gauges} meanings={meanings} rates={false} />
                </section>
                <section>
                    <h2>Since the start</h2>
                    <Numbers numbers={data.counters} meanings={meanings} rates />
                </section>
            </div>
        </div>
    );
}

function Numbers({
    numbers,
    meanings,
    rates,
}: {
    numbers: Readonly<Record<string, number>>;
    meanings: ReadonlyMap<string, string> | null;
    rates: boolean;
}) {
    return (
        <table class="compact numbers">
            <tbody>
                {Object.entries(numbers).map(([name, n]) => (
                    <tr key={name}>
                        <th scope="row">
                            {words(name)}
                            {meanings?.has(name) && (
                                <small class="meaning">{meanings.get(name)}</small>
                            )}
                        </th>
                        <td class="number">{count(n)}</td>
                        {rates && <td class="number">{perSecond(counterRates.get(name)?.[0])}</td>}
                        <td class="spark">
                            <Sparkline
                                values={history(name).all()}
                                label={`${words(name)}, the last minutes`}
                            />
                        </td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}
