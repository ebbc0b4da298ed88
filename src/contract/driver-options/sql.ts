import * as z from 'zod';
import type { DriverOperations } from './operation.js';
import { parseStatement, type SqlStatement, type StatementMistake } from './sql-statement.js';

const query = z.strictObject({
  database: z.string().min(1).max(200).describe('A name from the section databases.'),
  statement: z
    .string()
    .max(100_000)
    .superRefine(refuseMistakes)
    .describe('One SQL statement; :name stands for the argument of that name, which is bound, never pasted in.'),
  statement_timeout_ms: z
    .int()
    .min(1)
    .max(86_400_000)
    .describe(
      'The longest the statement may run, all its rows together, without the time of a slow reader; that of the database when absent.',
    )
    .optional(),
});

export type SqlQueryOptions = z.output<typeof query>;

/** Throws a ZodError for anything that is not such options. */
export function parseSqlQueryOptions(options: unknown): SqlQueryOptions {
  return query.parse(options);
}

export const SQL_OPERATIONS: DriverOperations = {
  query: {
    options: query,
    argumentNames: (options) => namesIn(query.parse(options).statement),
    misfit: (options, { safety_class: safetyClass }) => {
      const [word = ''] = CHANGING.exec(query.parse(options).statement.trimStart()) ?? [];
      return safetyClass === 'READ' && word !== ''
        ? { member: 'statement', message: 'changes the database', hint: 'set safety_class: WRITE or DESTRUCTIVE' }
        : undefined;
    },
  },
};

/** Where one of them is not the first word, the database itself refuses the change. */
const CHANGING = /^(?:insert|update|delete|merge|replace|create|alter|drop|truncate)\b/i;

/** Only what is wrong for either engine: which one it is for is known when databases are. */
function refuseMistakes(statement: string, context: z.core.$RefinementCtx<string>): void {
  const [first, second] = readBothWays(statement);
  if ('mistake' in first && 'mistake' in second) {
    context.addIssue({ code: 'custom', message: first.mistake, params: { hint: first.hint } });
  }
}

/** Where the engines read the statement differently, the names that both find. */
function namesIn(statement: string): readonly string[] {
  const [first, second] = readBothWays(statement).map((read) => ('mistake' in read ? undefined : new Set(read.names)));
  const names = first ?? second ?? new Set<string>();
  return [...names].filter((name) => (second ?? names).has(name));
}

function readBothWays(statement: string): readonly [Read, Read] {
  return [parseStatement(statement, 'postgres'), parseStatement(statement, 'sqlite')];
}

type Read = SqlStatement | StatementMistake;
