import type { Detector } from '../redactor/detector.js';

/**
 * Notes where a table may begin whose names and values stand between signs: a statement that inserts rows, or a heading
 * cell of markup. It finds nothing itself: what follows is read by `redactor/tables.ts`.
 */
export const tableMark: Detector = {
  name: 'table-mark',
  group: 'control',
  validates: 'nothing: what follows is read as a table',
  source: 'SQL and HTML',
  literals: ['insert into', 'replace into', 'insert ignore', 'insert or replace', '<th>', '<th ', '<th\n'],
  match: (window, start) => {
    window.mark(start);
    return undefined;
  },
};
