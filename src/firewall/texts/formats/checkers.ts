import type { Format } from './format.js';

/** Checkers of source code that end with one sentence about all of it, and builds that do. */
export const CHECKERS: readonly Format[] = [
  {
    format_id: 'mypy',
    hints: [': error: ', 'found ', 'success: no issues'],
    sign: /^Found \d+ errors? in \d+ files? \(checked \d|^Success: no issues found in \d+ source file/,
    totals: /^Found \d+ errors? in \d+ files? \(|^Success: no issues found in \d+ source file/,
    failed: /^Found [1-9]/,
    passed: /^Success/,
  },
  {
    format_id: 'ruff',
    hints: ['found ', 'all checks passed!', ': '],
    sign: /^\S+\.pyi?:\d+:\d+: [A-Z]{1,4}\d{2,4} |^All checks passed!$/,
    totals: /^Found \d+ errors?\b|^All checks passed!$/,
    failed: /^Found [1-9]\d* errors?\.$/,
    passed: /^All checks/,
  },
  {
    format_id: 'ant',
    hints: ['buildfile: ', 'build failed', 'build successful', '    ['],
    sign: /^Buildfile: \S/,
    totals: /^BUILD (?:FAILED|SUCCESSFUL)$/,
    failed: /FAILED/,
    passed: /SUCCESSFUL/,
    failure: /^\s{2,12}\[\w{1,20}\] .{0,200}\berror: /,
    blockLines: 3,
  },
];
