// SPDX-License-Identifier: Apache-2.0
import js from '@eslint/js';
import tseslint from 'typescript-eslint';

export default tseslint.config(
    { ignores: ['target/', 'node_modules/'] },
    js.configs.recommended,
    {
        files: ['src/**/*.ts', 'src/**/*.tsx'],
        extends: [...tseslint.configs.recommendedTypeChecked],
        languageOptions: { parserOptions: { projectService: true } },
        rules: {
            '@typescript-eslint/consistent-type-imports': 'error',
            '@typescript-eslint/no-misused-promises': [
                'error',
                { checksVoidReturn: { attributes: false } },
            ],
            // Data becomes text, never markup.
            'no-restricted-syntax': [
                'error',
                {
                    selector:
                        "JSXAttribute[name.name='dangerouslySetInnerHTML'], MemberExpression[property.name=/^(inner|outer)HTML$/]",
                    message: 'Data becomes text, never markup.',
                },
            ],
            eqeqeq: 'error',
        },
    },
    {
        files: ['tools/**', '*.js', '*.ts'],
        languageOptions: { globals: { console: 'readonly', process: 'readonly' } },
    },
);
