// SPDX-License-Identifier: Apache-2.0
// Runs `npm ci` unless node_modules is already what package-lock.json says.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const MARK = 'node_modules/.installed';
// The packages hold programs for one platform and are for no other.
const wanted = createHash('sha256')
    .update(readFileSync('package-lock.json'))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');

if (!existsSync(MARK) || readFileSync(MARK, 'utf8') !== wanted) {
    const { status, error } = spawnSync(
        'npm',
        ['ci', '--no-audit', '--no-fund', '--loglevel=error'],
        {
            stdio: 'inherit',
        },
    );
    if (error || status !== 0) {
        console.error(`npm ci failed: ${error?.message ?? `exit status ${status}`}`);
        process.exit(1);
    }
    writeFileSync(MARK, wanted);
}
