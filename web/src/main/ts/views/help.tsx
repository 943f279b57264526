// SPDX-License-Identifier: Apache-2.0
import { Dialog } from '../ui/parts';
import { VIEWS } from '../ui/route';

const EXAMPLES: [string, string][] = [
    ['2001:db8:1::/48', 'sessions of the hosts in a prefix'],
    ['203.0.113.7 4242', 'who has a port of a pool address now'],
    ['192.0.2.10:443', 'sessions with a peer and its port'],
    ['2001:db8:64::c000:20a', 'the same peer, as IPv6 hosts see it'],
    ['h1 udp dns', 'a host by its name, a protocol, a service'],
    ['tcp established to 192.0.2.0/24', 'words narrow; “to” makes an address the peer'],
    ['bindings 203.0.113.7', 'bindings instead of sessions'],
];

export function Help({ onClose }: { onClose: () => void }) {
    return (
        <Dialog title="Keys and search" onClose={onClose}>
            <div class="help">
                <section>
                    <h3>Keys</h3>
                    <dl>
                        <div>
                            <dt>
                                <kbd>/</kbd>
                            </dt>
                            <dd>search</dd>
                        </div>
                        {VIEWS.map(([view, name], i) => (
                            <div key={view}>
                                <dt>
                                    <kbd>{i + 1}</kbd>
                                </dt>
                                <dd>{name}</dd>
                            </div>
                        ))}
                        <div>
                            <dt>
                                <kbd>t</kbd>
                            </dt>
                            <dd>dark or light</dd>
                        </div>
                        <div>
                            <dt>
                                <kbd>Esc</kbd>
                            </dt>
                            <dd>leave search, path, dialog</dd>
                        </div>
                        <div>
                            <dt>
                                <kbd>?</kbd>
                            </dt>
                            <dd>this help</dd>
                        </div>
                        <div>
                            <dt>
                                <kbd>←</kbd> <kbd>↑</kbd> <kbd>→</kbd> <kbd>↓</kbd>
                            </dt>
                            <dd>move in the fabric and in block maps</dd>
                        </div>
                        <div>
                            <dt>
                                <kbd>Enter</kbd>
                            </dt>
                            <dd>open what has the focus</dd>
                        </div>
                        <div>
                            <dt>
                                <kbd>Ctrl</kbd> + wheel
                            </dt>
                            <dd>zoom the fabric; drag to move it</dd>
                        </div>
                    </dl>
                </section>
                <section>
                    <h3>Search</h3>
                    <dl>
                        {EXAMPLES.map(([text, meaning]) => (
                            <div key={text}>
                                <dt>
                                    <code>{text}</code>
                                </dt>
                                <dd>{meaning}</dd>
                            </div>
                        ))}
                    </dl>
                </section>
            </div>
        </Dialog>
    );
}
