import { createRedactor } from '../../../src/firewall/find/redactor.js';

/** Begins a text. */
export type Engine = () => {
  readonly push: (piece: string) => unknown;
  readonly end?: () => unknown;
};

/** The redactor, or another program that looks for secrets in text; only the one asked for is loaded. */
export async function createEngine(name: string): Promise<Engine> {
  switch (name) {
    case 'akernel':
      return () => createRedactor();
    case 'secretlint':
      return createSecretlint();
    case '@redactpii/node':
      return createRedactPii();
    default:
      throw new Error(`unknown engine: ${name}`);
  }
}

/** Looks up every character in a table, and nothing else: what reading a text costs at least. */
export function bare(): ReturnType<Engine> {
  return {
    push(piece) {
      let sum = 0;
      for (let at = 0; at < piece.length; at += 1) {
        sum += TABLE[piece.charCodeAt(at)] ?? 0;
      }
      // Told, so that the loop is not optimized away.
      return sum;
    },
  };
}

const TABLE = Uint8Array.from({ length: 2 ** 16 }, (_, code) => code % 7);

/** It finds secrets only, and does not put anything in their place. */
async function createSecretlint(): Promise<Engine> {
  const { lintSource } = await import('@secretlint/core');
  const { creator } = await import('@secretlint/secretlint-rule-preset-recommend');
  const config = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] };
  return () => ({
    push: (content) =>
      lintSource({
        source: { content, filePath: 'text.txt', ext: '.txt', contentType: 'text' },
        options: { config, noPhysicFilePath: true },
      }),
  });
}

/** Five regular expressions: cards, mail addresses, names, telephones, US social security numbers. */
async function createRedactPii(): Promise<Engine> {
  const { Redactor } = await import('@redactpii/node');
  const redactor = new Redactor();
  return () => ({ push: (piece) => redactor.redact(piece) });
}
