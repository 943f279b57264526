// SPDX-License-Identifier: Apache-2.0
import type { RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';

interface Box {
    readonly x: number;
    readonly y: number;
    /** 1 shows all. */
    readonly scale: number;
}

const ALL: Box = { x: 0, y: 0, scale: 1 };
/** Pixels a pointer may move and still click. */
const STILL = 5;

/** Zooms and pans a drawing by its view box: Ctrl and the wheel, dragging, or the buttons. */
export function useZoom(svg: RefObject<SVGSVGElement>, width: number, height: number) {
    const [box, setBox] = useState<Box>(ALL);
    const drag = useRef<{ x: number; y: number; far: boolean } | null>(null);
    const far = useRef(false);

    const clamp = (b: Box): Box => {
        const scale = Math.max(1, Math.min(8, b.scale));
        const most = (size: number) => size * (1 - 1 / scale);
        return {
            scale,
            x: Math.max(0, Math.min(most(width), b.x)),
            y: Math.max(0, Math.min(most(height), b.y)),
        };
    };
    /** Keeps what is at the given share of the drawing where it is. */
    const by = (factor: number, atX = 0.5, atY = 0.5) =>
        setBox((b) => {
            const scale = Math.max(1, Math.min(8, b.scale * factor));
            const shift = (size: number, at: number) => at * size * (1 / b.scale - 1 / scale);
            return clamp({ scale, x: b.x + shift(width, atX), y: b.y + shift(height, atY) });
        });
    return {
        viewBox: `${box.x} ${box.y} ${width / box.scale} ${height / box.scale}`,
        by: (factor: number) => by(factor),
        reset: () => setBox(ALL),
        /** Whether the click that follows ended a drag. */
        dragged: () => far.current,
        handlers: {
            onWheel: (e: WheelEvent) => {
                if (!e.ctrlKey && !e.metaKey) {
                    return;
                }
                e.preventDefault();
                const r = svg.current?.getBoundingClientRect();
                if (r) {
                    by(
                        Math.exp(-e.deltaY / 300),
                        (e.clientX - r.left) / r.width,
                        (e.clientY - r.top) / r.height,
                    );
                }
            },
            onPointerDown: (e: PointerEvent) => {
                drag.current = { x: e.clientX, y: e.clientY, far: false };
                far.current = false;
            },
            onPointerMove: (e: PointerEvent) => {
                const from = drag.current;
                const r = svg.current?.getBoundingClientRect();
                if (!from || !r || e.buttons !== 1) {
                    return;
                }
                const dx = e.clientX - from.x;
                const dy = e.clientY - from.y;
                if (from.far || Math.hypot(dx, dy) > STILL) {
                    far.current = true;
                    drag.current = { x: e.clientX, y: e.clientY, far: true };
                    const unit = Math.max(width / r.width, height / r.height) / box.scale;
                    setBox((b) => clamp({ ...b, x: b.x - dx * unit, y: b.y - dy * unit }));
                }
            },
            onPointerUp: () => {
                drag.current = null;
            },
        },
    };
}
