// SPDX-License-Identifier: Apache-2.0
// Serves the page over a mock: npm run mock [-- PORT]
import { MockServer } from './server';

const url = await new MockServer().listen(Number(process.argv[2] ?? 8164));
console.log(`${url} (a mock: no switch is behind it)`);
