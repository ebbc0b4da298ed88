import type { SessionEntry } from '../contract/session.js';
import type { CommandContext } from './context.js';
import { jsonLine } from './output/print-value.js';
import { createStyle } from './output/style.js';
import { createMarkdownTranscript, createTextTranscript, type PrintEntry } from './output/transcript.js';
import { valueFormat } from './settings.js';

/** Writes the messages as they are read: text or Markdown for people, one array or a line each for programs. */
export async function exportSession(
  { stdout, settings }: Pick<CommandContext, 'stdout' | 'settings'>,
  entries: AsyncIterable<SessionEntry>,
  title: string,
): Promise<void> {
  const format = settings.output === 'markdown' ? 'markdown' : valueFormat(settings.output, stdout.isTty, 'json');
  if (format === 'json') {
    await writeArray(stdout, entries);
    return;
  }
  let print: PrintEntry = (entry) => jsonLine(entry, stdout.isTty);
  if (format === 'markdown') {
    await stdout.write(`# ${title}\n\n`);
    print = createMarkdownTranscript();
  } else if (format === 'text') {
    print = createTextTranscript(await createStyle(settings.color));
  }
  let count = 0;
  for await (const entry of entries) {
    await stdout.write(print(entry));
    count += 1;
  }
  if (count === 0 && format !== 'ndjson') {
    await stdout.write('nothing was said in this session\n');
  }
}

async function writeArray(
  stdout: Pick<CommandContext['stdout'], 'write' | 'isTty'>,
  entries: AsyncIterable<SessionEntry>,
): Promise<void> {
  let before = '[';
  for await (const entry of entries) {
    await stdout.write(`${before}${jsonLine(entry, stdout.isTty).trimEnd()}`);
    before = ',';
  }
  await stdout.write(before === '[' ? '[]\n' : ']\n');
}
