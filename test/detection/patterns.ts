import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** A regular expression, and the source file it is in. */
export interface SourcePattern {
  readonly file: string;
  readonly pattern: RegExp;
}

const FOLDER = fileURLToPath(new URL('../../src/firewall/', import.meta.url));

/** Every regular expression of the firewall that is written as a literal. */
export function literalPatterns(): readonly SourcePattern[] {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return files.flatMap((file) => {
    const patterns: SourcePattern[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        patterns.push({ file, pattern: new RegExp(node.text.slice(1, end), node.text.slice(end + 1)) });
      }
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, readFileSync(join(FOLDER, file), 'utf8'), ts.ScriptTarget.Latest, true));
    return patterns;
  });
}

/** Every regular expression that code of the firewall puts together while `work` is done. */
export async function assembledPatterns(work: () => Promise<void>): Promise<readonly SourcePattern[]> {
  const found = new Map<string, SourcePattern>();
  const Original = globalThis.RegExp;
  globalThis.RegExp = new Proxy(Original, {
    construct: (target, parts) => {
      const pattern = Reflect.construct(target, parts);
      const file = /\/src\/firewall\/([^:?]+)/.exec(new Error().stack?.split('\n')[2] ?? '')?.[1];
      if (file !== undefined) {
        found.set(String(pattern), { file, pattern });
      }
      return pattern;
    },
  });
  try {
    await work();
  } finally {
    globalThis.RegExp = Original;
  }
  return [...found.values()];
}
