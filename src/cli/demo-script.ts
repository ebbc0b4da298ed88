import { resolve } from 'node:path';
import { configInvalid } from '../config/mistakes.js';
import { lineOfPath, parseConfigText } from '../config/parse-text.js';
import { readConfigText } from '../config/read-file.js';
import { schemaMistakes } from '../config/schema-mistakes.js';
import { type DemoScript, demoScriptSchema } from '../server/demo-model/script.js';
import { usage } from './flags/values.js';

const WORDING = {
  unknown: 'is not a member of a script',
  hint: (path: string) => `correct ${path}; see akernel demo-model --help`,
};

/** The script in a file. Throws USAGE where there is none, and CONFIG_INVALID with the line of each mistake. */
export async function readDemoScript(name: string, cwd: string): Promise<DemoScript> {
  const path = resolve(cwd, name);
  const file = await readConfigText(path, true);
  if (file === undefined) {
    throw usage(`script not found: ${path}`, 'akernel demo-model --help shows one');
  }
  const parsed = demoScriptSchema.safeParse(await parseConfigText(file), { reportInput: true });
  if (parsed.success) {
    return parsed.data;
  }
  const mistakes = schemaMistakes(parsed.error, demoScriptSchema, { wording: WORDING });
  throw configInvalid(
    await Promise.all(
      mistakes.map(async ({ steps, ...mistake }) => {
        const line = await lineOfPath(file, steps);
        return { ...mistake, place: path, ...(line === undefined ? {} : { line }) };
      }),
    ),
  );
}
