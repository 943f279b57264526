// SPDX-License-Identifier: Apache-2.0
// Runs a TypeScript file: node tools/run.mjs FILE [ARGUMENT ...]
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const [file, ...args] = process.argv.slice(2);
const outfile = `target/run/${file.replace(/.*src\//, '').replace(/\.ts$/, '.mjs')}`;
await build({
    entryPoints: [file],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node18',
    packages: 'external',
    sourcemap: 'inline',
    logLevel: 'warning',
});
process.argv.splice(1, process.argv.length - 1, outfile, ...args);
await import(pathToFileURL(outfile).href);
