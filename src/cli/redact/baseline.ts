import { resolve } from 'node:path';
import { z } from 'zod';
import { KernelError } from '../../contract/errors.js';
import { readRegularFile } from '../../files/read-regular-file.js';
import { quote } from '../flags/values.js';
import { PRINT_NAME } from './place-prints.js';

const MAX_BYTES = 256 * 1024 * 1024;
const HINT = 'make one anew: akernel redact --sarif . > FILE';

const ReportSchema = z.object({
  version: z.literal('2.1.0'),
  runs: z
    .array(
      z.object({
        tool: z.object({ driver: z.object({ name: z.literal('akernel') }) }),
        results: z.array(z.object({ partialFingerprints: z.record(z.string(), z.string()) })),
      }),
    )
    .min(1),
});

/** The prints of the findings in an earlier report. Throws USAGE for what is none, or of another version. */
export async function readBaseline(cwd: string, file: string): Promise<ReadonlySet<string>> {
  const bytes = await readRegularFile(resolve(cwd, file), MAX_BYTES);
  if (!Buffer.isBuffer(bytes)) {
    throw refused(file, 'cannot be read', 'give the path of a report of akernel redact --sarif', bytes.cause);
  }
  const report = ReportSchema.safeParse(parse(bytes.toString()));
  if (!report.success) {
    throw refused(file, 'is no SARIF report of akernel', HINT);
  }
  const prints = report.data.runs.flatMap(({ results }) => results.map(({ partialFingerprints: prints }) => prints));
  const known = prints.map((print) => print[PRINT_NAME]);
  if (known.includes(undefined)) {
    throw refused(file, `was made by another version of akernel: it has no prints ${PRINT_NAME}`, HINT);
  }
  return new Set(known.filter((print) => print !== undefined));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refused(file: string, why: string, hint: string, cause?: unknown): KernelError {
  return new KernelError('USAGE', `the baseline ${quote(file)} ${why}`, {
    hint,
    ...(cause === undefined ? {} : { cause }),
  });
}
