import { KernelError } from '../../contract/errors.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { CommandContext } from '../context.js';
import { reportError } from '../exit.js';
import { explainedLine, tallyText } from '../output/redact-text.js';
import type { FileFinding, FilesTally, RedactFilesOptions } from './redact-files.js';
import { createSarifReport } from './sarif-report.js';

export interface RedactFlags {
  readonly report?: boolean;
  readonly explain?: boolean;
  readonly failOnFindings?: boolean;
  readonly write?: boolean;
  readonly sarif?: boolean;
  readonly baseline?: string;
  readonly staged?: boolean;
  readonly keepMap?: boolean;
}

/** Tells what is found, and what became of it. */
export interface Teller
  extends Pick<RedactFilesOptions, 'isLocated' | 'isPrinted' | 'found' | 'passedOver' | 'failed' | 'interrupted'> {
  readonly begin: () => Promise<void>;
  readonly end: (tally: FilesTally) => Promise<void>;
}

const FOUND = 1;

export function createTeller(
  context: Pick<CommandContext, 'stdout' | 'stderr' | 'settings' | 'setStatus'>,
  { flags, isMany }: { readonly flags: RedactFlags; readonly isMany: boolean },
): Teller {
  const { stdout, stderr, settings, setStatus } = context;
  const isJson = settings.output === 'json' || settings.output === 'ndjson';
  const sarif = flags.sarif === true ? createSarifReport({ hasBaseline: flags.baseline !== undefined }) : undefined;
  const problems: string[] = [];
  let worst = 0;

  function explained({ name, finding }: FileFinding): string {
    if (isJson) {
      return `${JSON.stringify({ finding: isMany ? { file: name, ...finding } : finding })}\n`;
    }
    return explainedLine(finding, isMany ? name : undefined);
  }

  async function found(findings: readonly FileFinding[]): Promise<void> {
    if (sarif !== undefined) {
      await stdout.write(findings.map(sarif.result).join(''));
    }
    if (flags.explain === true) {
      stderr.write(
        findings
          .filter(({ isKnown }) => !isKnown)
          .map(explained)
          .join(''),
      );
      await stderr.ready();
    }
  }

  function failed(name: string, error: KernelError): void {
    const { text, status } = reportError(error, { json: isJson, debug: settings.debug });
    worst = Math.max(worst, status);
    problems.push(`${name}: ${error.message}`);
    stderr.write(text);
  }

  function report(tally: FilesTally): void {
    stderr.write(isJson ? `${JSON.stringify({ report: isMany ? tally : textTally(tally) })}\n` : tallyText(tally));
  }

  return {
    isLocated: flags.report === true || flags.explain === true || sarif !== undefined || flags.baseline !== undefined,
    isPrinted: sarif !== undefined || flags.baseline !== undefined,
    begin: async () => {
      await (sarif === undefined ? undefined : stdout.write(sarif.head()));
    },
    found,
    passedOver(name) {
      problems.push(`${name}: binary, passed over`);
      if (settings.verbose) {
        stderr.write(`akernel: binary, passed over: ${terminalSafeLine(name)}\n`);
      }
    },
    failed: isMany ? failed : undefined,
    interrupted: flags.report === true ? report : undefined,
    async end(tally) {
      await (sarif === undefined ? undefined : stdout.write(sarif.end(problems)));
      if (flags.report === true) {
        report(tally);
      }
      if (!settings.quiet && !isJson) {
        stderr.write(endingLines(tally, flags).join(''));
      }
      setStatus(worst === 0 && flags.failOnFindings === true && tally.findings > 0 ? FOUND : worst);
      const isAsked = flags.report === true || flags.explain === true;
      if (isAsked && !(await stderr.isDelivered())) {
        throw new KernelError('STORE_FAILED', 'what was found could not be written to standard error', {
          hint: 'check the free space of the disk it is sent to',
        });
      }
    },
  };
}

function textTally({ findings, by_type, by_detector, invalid_bytes }: FilesTally) {
  return { findings, by_type, by_detector, invalid_bytes };
}

function endingLines(tally: FilesTally, flags: RedactFlags): readonly string[] {
  const { findings, invalid_bytes: invalid, known, files, files_passed_over: passed } = tally;
  const { files_changed: changed, findings_replaced: replaced } = tally;
  const tells = flags.explain === true ? '' : '; --explain tells where';
  const lines = [
    invalid > 0 && `warning: bytes that are no text came out as they went in: ${invalid}`,
    flags.failOnFindings === true && findings > 0 && flags.report !== true && `${counted(findings, 'finding')}${tells}`,
    known > 0 && `${counted(known, 'finding')} of the baseline left out`,
    flags.write === true && `${counted(changed, 'file')} of ${files} changed, ${counted(replaced, 'finding')} replaced`,
    passed > 0 && `${counted(passed, 'binary file')} passed over; -v names ${passed === 1 ? 'it' : 'them'}`,
  ];
  return lines.filter((line) => line !== false).map((line) => `akernel: ${line}\n`);
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
