import { VERSION } from '../../contract/version.js';
import type { Explained } from './open-redaction.js';
import { PRINT_NAME } from './place-prints.js';
import type { FileFinding } from './redact-files.js';

/** A report as it is written: a head, results as they come, and the rest. */
export interface SarifReport {
  readonly head: () => string;
  readonly result: (found: FileFinding) => string;
  /** With what kept files from being read. */
  readonly end: (problems: readonly string[]) => string;
}

/**
 * SARIF 2.1.0 (OASIS), for code scanners: where something was found and why, never what. Rules and problems come last, since
 * only then they are known.
 */
export function createSarifReport({ hasBaseline }: { readonly hasBaseline: boolean }): SarifReport {
  const rules = new Map<string, { readonly index: number; readonly rule: object }>();
  let count = 0;

  function ruleIndex({ detector, group, type, validates }: Explained): number {
    const known = rules.get(detector);
    if (known !== undefined) {
      return known.index;
    }
    const shortDescription = { text: `${group}: ${type}` };
    const fullDescription = {
      text: validates === '' ? shortDescription.text : `${shortDescription.text}; ${validates}`,
    };
    rules.set(detector, { index: rules.size, rule: { id: detector, shortDescription, fullDescription } });
    return rules.size - 1;
  }

  return {
    head: () =>
      '{"$schema":"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",' +
      '"version":"2.1.0","runs":[{"columnKind":"unicodeCodePoints","results":[\n',
    result({ name, finding, print, isKnown }) {
      const { detector, group, type, line, column, byte } = finding;
      const region = { startLine: line, startColumn: column, byteOffset: byte };
      const result = {
        ruleId: detector,
        ruleIndex: ruleIndex(finding),
        level: group === 'secret' ? 'error' : 'warning',
        message: { text: `${type} found by ${detector}` },
        locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(name) }, region } }],
        partialFingerprints: { [PRINT_NAME]: print },
        ...(hasBaseline ? { baselineState: isKnown ? 'unchanged' : 'new' } : {}),
      };
      count += 1;
      return `${count === 1 ? '' : ',\n'}${JSON.stringify(result)}`;
    },
    end(problems) {
      const driver = { name: 'akernel', version: VERSION, rules: [...rules.values()].map(({ rule }) => rule) };
      const notifications = problems.map((text) => ({ level: 'error', message: { text } }));
      const invocation = { executionSuccessful: problems.length === 0, toolExecutionNotifications: notifications };
      return `\n],"tool":${JSON.stringify({ driver })},"invocations":[${JSON.stringify(invocation)}]}]}\n`;
    },
  };
}

/** A relative reference (RFC 3986): every segment is escaped, and a colon in the first is none of a scheme. */
function uriOf(name: string): string {
  const path = name.split('/').map(encodeURIComponent).join('/');
  return name.startsWith('/') ? `file://${path}` : path;
}
