// SPDX-License-Identifier: Apache-2.0

/**
 * Gives the focus to the view where what has it is taken out of the view: else it is the document's,
 * and who has no mouse begins again at the head of the page.
 */
export function keepFocus(view: HTMLElement): () => void {
    let last: Element | null = null;
    const came = (e: FocusEvent) => (last = e.target as Element);
    const observer = new MutationObserver(() => {
        if (last?.isConnected === false) {
            last = null;
            if (document.activeElement === document.body) {
                view.focus({ preventScroll: true });
            }
        }
    });
    view.addEventListener('focusin', came);
    observer.observe(view, { childList: true, subtree: true });
    return () => {
        view.removeEventListener('focusin', came);
        observer.disconnect();
    };
}
