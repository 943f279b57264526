// SPDX-License-Identifier: Apache-2.0
import { useState } from 'preact/hooks';
import type { Protocol } from '#api';
import { type Cell, level } from '../model/blocks';
import { percent } from '../model/format';
import { go } from '../ui/route';

const COLUMNS = 84;
const UNIT = 7;
const SQUARE = 5.6;

/** All blocks of one address: one shape per level, however many blocks there are. */
export function BlockMap({
    address,
    protocol,
    cells,
}: {
    address: string;
    protocol: Protocol;
    cells: readonly Cell[];
}) {
    const [cursor, setCursor] = useState<number | null>(null);
    const columns = Math.min(COLUMNS, Math.max(cells.length, 1));
    const rows = Math.ceil(cells.length / columns);
    const shapes = ['', '', '', '', ''];
    cells.forEach((cell, i) => {
        const x = (i % columns) * UNIT;
        const y = Math.floor(i / columns) * UNIT;
        const at = level(cell);
        // Fuller blocks are taller, so that nobody has to tell colours apart.
        const h = [1.6, 2.6, 3.6, 4.6, SQUARE][at] ?? SQUARE;
        shapes[at] += `M${x} ${(y + SQUARE - h).toFixed(1)}h${SQUARE}v${h}h-${SQUARE}z`;
    });
    const inUse = cells.filter((c) => c.used !== null).length;
    const cell = cursor === null ? undefined : cells[cursor];
    const text = cell
        ? `${address} ports ${cell.firstPort} to ${cell.lastPort}: ${
              cell.subscriber === null ? 'free' : `${cell.used} in use by ${cell.subscriber}`
          }`
        : '';
    const open = (c: Cell | undefined) => {
        if (c?.subscriber) {
            go('sessions', {
                q: `${c.subscriber.replace(/\/128$/, '')} ${protocol}`,
                list: 'bindings',
            });
        }
    };
    return (
        <figure class="block-map">
            <figcaption>
                <code>{address}</code>
                <span class="figures">
                    {inUse} of {cells.length}, {percent(inUse, cells.length)}
                </span>
            </figcaption>
            <svg
                viewBox={`-1 -1 ${COLUMNS * UNIT + 1} ${rows * UNIT + 1}`}
                role="application"
                tabIndex={0}
                aria-label={`Blocks of ${address}: ${inUse} of ${cells.length} in use. ${text}`}
                onPointerMove={(e) => {
                    const box = e.currentTarget.getBoundingClientRect();
                    const scale = (COLUMNS * UNIT + 1) / box.width;
                    const column = Math.floor(((e.clientX - box.left) * scale - 1) / UNIT);
                    const row = Math.floor(((e.clientY - box.top) * scale - 1) / UNIT);
                    const i = row * columns + column;
                    setCursor(
                        column >= 0 && column < columns && i >= 0 && i < cells.length ? i : null,
                    );
                }}
                onPointerLeave={() => setCursor(null)}
                onClick={() => open(cell)}
                onFocus={() =>
                    setCursor(
                        (c) =>
                            c ??
                            Math.max(
                                0,
                                cells.findIndex((x) => x.used !== null),
                            ),
                    )
                }
                onBlur={() => setCursor(null)}
                onKeyDown={(e) => {
                    const step = {
                        ArrowLeft: -1,
                        ArrowRight: 1,
                        ArrowUp: -columns,
                        ArrowDown: columns,
                    }[e.key];
                    if (step !== undefined) {
                        e.preventDefault();
                        setCursor((c) => Math.max(0, Math.min(cells.length - 1, (c ?? 0) + step)));
                    } else if (e.key === 'Enter') {
                        open(cell);
                    }
                }}
            >
                {shapes.map(
                    (d, i) =>
                        d !== '' && (
                            <path key={`level ${String(i)}`} class={`block level-${i}`} d={d} />
                        ),
                )}
                {cursor !== null && (
                    <rect
                        class="cursor"
                        x={(cursor % columns) * UNIT - 1}
                        y={Math.floor(cursor / columns) * UNIT - 1}
                        width={SQUARE + 2}
                        height={SQUARE + 2}
                        rx="1.5"
                    />
                )}
            </svg>
            <p class="faint" aria-live="polite">
                {text || '\u00a0'}
            </p>
        </figure>
    );
}
