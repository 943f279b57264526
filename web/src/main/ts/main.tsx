// SPDX-License-Identifier: Apache-2.0
import '../css/main.css';
import { render } from 'preact';
import { App } from './app';
import { applyTheme } from './ui/theme';

applyTheme();
const root = document.getElementById('app');
if (root) {
    render(<App />, root);
}
