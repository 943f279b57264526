// SPDX-License-Identifier: Apache-2.0
// Builds the page into target/classes/org/isthmus/web. With --watch, again after each change.
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { context } from 'esbuild';

const OUT = 'target/classes/org/isthmus/web';
const STATIC = 'src/main/static';
const watch = process.argv.includes('--watch');

/** Writes index.html with the names that the bundles got from their content. */
const page = {
    name: 'page',
    setup(build) {
        build.onStart(async () => {
            // Bundles of an older build must not stay in the jar; the Java class must.
            await mkdir(OUT, { recursive: true });
            for (const old of await readdir(OUT)) {
                if (/\.(js|css|html|svg|txt)$/.test(old)) {
                    await rm(path.join(OUT, old));
                }
            }
        });
        build.onEnd(async ({ metafile, errors }) => {
            if (errors.length > 0) {
                return;
            }
            const outputs = Object.keys(metafile.outputs).map((file) => path.basename(file));
            const name = (ending) => outputs.find((file) => file.endsWith(ending));
            const html = await readFile(path.join(STATIC, 'index.html'), 'utf8');
            await writeFile(
                path.join(OUT, 'index.html'),
                html.replace('main.js', name('.js')).replace('main.css', name('.css')),
            );
            await cp(path.join(STATIC, 'icon.svg'), path.join(OUT, 'icon.svg'));
            const license = await readFile('node_modules/preact/LICENSE', 'utf8');
            await writeFile(
                path.join(OUT, 'third-party.txt'),
                `The page contains Preact (https://preactjs.com), under this license:\n\n${license}`,
            );
        });
    },
};

const builder = await context({
    entryPoints: { main: 'src/main/ts/main.tsx' },
    outdir: OUT,
    entryNames: '[name]-[hash]',
    bundle: true,
    minify: !watch,
    format: 'esm',
    target: ['es2022', 'chrome105', 'firefox110', 'safari16'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    metafile: true,
    banner: {
        js: '/* SPDX-License-Identifier: Apache-2.0; see third-party.txt */',
        css: '/* SPDX-License-Identifier: Apache-2.0 */',
    },
    logLevel: 'warning',
    plugins: [page],
});
if (watch) {
    await builder.watch();
} else {
    await builder.rebuild();
    await builder.dispose();
}
