import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { loadTokenCounter } from '../../src/firewall/budget/token-counter.js';
import { programIn } from './program.js';
import { measureSession, type SessionFigures } from './sessions/measure-session.js';
import { figuresOf, writeFigures, writePages } from './sessions/pages.js';
import { openSessions, type Session } from './sessions/recordings.js';
import { detailText, shortText } from './sessions/table.js';

// The bundle lies as deep below the repository as this file does.
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ENCODING = 'o200k_base';

const { values: flags } = parseArgs({
  options: {
    /** Only sessions whose name holds this. */
    only: { type: 'string', default: '' },
    /** `hooks.budget`, to see what another one does; nothing is written then. */
    budget: { type: 'string' },
    /** Into README.md, test/bench/README.md and test/bench/sessions.json. */
    write: { type: 'boolean', default: false },
  },
});

const counter = await loadTokenCounter(ENCODING);
const sessions = openSessions(ROOT).filter(({ name }) => name.includes(flags.only));
const figures = figuresOf(sessions.map(measured), ENCODING);
process.stdout.write(`${shortText(figures)}\n\n${detailText(figures)}\n`);
if (flags.write && flags.budget === undefined && flags.only === '') {
  writeFigures(ROOT, figures);
  writePages(ROOT, figures);
}

/** In a home of its own, with nothing set but what was asked for. */
function measured(session: Session): SessionFigures {
  const directory = mkdtempSync(join(tmpdir(), 'akernel-session-'));
  try {
    process.stderr.write(`${session.name}\n`);
    if (flags.budget !== undefined) {
      writeFileSync(join(directory, 'akernel.config.yaml'), `hooks: { budget: ${flags.budget} }\n`);
    }
    return measureSession({ program: programIn(directory), counter }, session);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
