// SPDX-License-Identifier: Apache-2.0
import { defineConfig } from 'vitest/config';

export default defineConfig({
    test: { include: ['src/test/ts/**/*.test.ts'], watch: false, reporters: ['dot'] },
    cacheDir: 'target/vite',
});
