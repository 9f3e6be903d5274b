import js from '@eslint/js';
import globals from 'globals';

export default [
  js.configs.recommended,
  { files: ['web/*.js'], languageOptions: { globals: globals.browser }, rules: { eqeqeq: 'error', 'no-implicit-globals': 'error', 'prefer-const': 'error', 'no-var': 'error' } },
  { files: ['web/package/*'], languageOptions: { globals: globals['shared-node-browser'] }, rules: { eqeqeq: 'error', 'prefer-const': 'error', 'no-var': 'error' } },
];
