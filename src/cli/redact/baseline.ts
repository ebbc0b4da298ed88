import { resolve } from 'node:path';
import { z } from 'zod';
import { KernelError } from '../../contract/errors.js';
import { VERSION } from '../../contract/version.js';
import { readRegularFile } from '../../files/read-regular-file.js';
import { quote } from '../flags/values.js';
import { PRINT_NAME } from './place-prints.js';

const MAX_BYTES = 256 * 1024 * 1024;
const HINT = 'make one anew, with this version: akernel redact --sarif . > FILE';

const SARIF_VERSION = '2.1.0';
/** What a report says of itself is named only if it looks like a version: the file could be anything. */
const VERSION_FORM = /^\d[\d.]{0,19}(?:-[a-z\d.]{1,12})?$/;
const PRINT_FORM = /^akernelPlace\/v\d{1,6}$/;

const VersionSchema = z.object({ version: z.string(), runs: z.array(z.unknown()) });

const ReportSchema = z.object({
  runs: z
    .array(
      z.object({
        tool: z.object({ driver: z.object({ name: z.literal('akernel'), version: z.string().optional() }) }),
        results: z.array(z.object({ partialFingerprints: z.record(z.string(), z.string()) })),
      }),
    )
    .min(1),
});

type Run = z.infer<typeof ReportSchema>['runs'][number];

/** The prints of the findings in an earlier report. Throws USAGE for what is none, or of another version. */
export async function readBaseline(cwd: string, file: string): Promise<ReadonlySet<string>> {
  const bytes = await readRegularFile(resolve(cwd, file), MAX_BYTES);
  if (!Buffer.isBuffer(bytes)) {
    throw refused(file, 'cannot be read', 'give the path of a report of akernel redact --sarif', bytes.cause);
  }
  const json = parse(bytes.toString());
  const outer = VersionSchema.safeParse(json);
  if (outer.success && outer.data.version !== SARIF_VERSION) {
    throw refused(
      file,
      `is a SARIF report of ${versionWords(outer.data.version)}: version ${SARIF_VERSION} is read`,
      HINT,
    );
  }
  const report = ReportSchema.safeParse(json);
  if (!outer.success || !report.success) {
    throw refused(file, 'is no SARIF report of akernel', HINT);
  }
  return new Set(report.data.runs.flatMap((run) => run.results.map((result) => printOf(file, run, result))));
}

function printOf(file: string, { tool }: Run, { partialFingerprints: prints }: Run['results'][number]): string {
  const print = prints[PRINT_NAME];
  if (print === undefined) {
    const other = Object.keys(prints).find((name) => PRINT_FORM.test(name));
    const has = other === undefined ? 'has findings without prints' : `has prints ${other}`;
    const { version = '' } = tool.driver;
    const maker = VERSION_FORM.test(version) ? `, made by akernel ${version}` : '';
    throw refused(file, `${has}${maker}: ${PRINT_NAME} is read, made by akernel ${VERSION}`, HINT);
  }
  return print;
}

function versionWords(version: string): string {
  return VERSION_FORM.test(version) ? `version ${version}` : 'an unknown version';
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
