import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { isBuilt } from '../../bin/is-built.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PAGES = ['README.md', ...readmesBelow('src')];

/** What an example takes as given: told in the text around it, or made by an example before it. */
const GIVEN = `
import type { AgentKernel, InvokeRun, ModelMessage, Principal } from 'akernel';
import type { LanguageModel } from 'ai';
import type OpenAI from 'openai';
declare global {
  const kernel: AgentKernel;
  const principal: Principal;
  const ann: Principal;
  const run: InvokeRun;
  const model: LanguageModel;
  const openai: OpenAI;
  const messages: OpenAI.ChatCompletionMessageParam[];
  const assistantWithCalls: ModelMessage;
  const answersOfTools: readonly ModelMessage[];
}
`;

/** The types as they are published, where they are not older than the sources, of which reading all takes much longer. */
const TYPES = isBuilt(ROOT, '.typed') ? 'dist/index.d.ts' : 'src/index.ts';

/** As a program of somebody who has `strict` and nothing else. */
const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ['node'],
  paths: { akernel: [join(ROOT, TYPES)] },
};

interface Example {
  readonly page: string;
  /** Of its first line in the page. */
  readonly line: number;
  readonly text: string;
}

function readmesBelow(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('README.md'))
    .map((path) => join(folder, path))
    .sort();
}

/** Those that import the library, and those without an import, which go on from one before: not programs of other kinds. */
function examplesIn(page: string): readonly Example[] {
  const markdown = readFileSync(join(ROOT, page), 'utf8');
  return [...markdown.matchAll(/^```(?:js|ts)\n([\s\S]*?)^```$/gm)]
    .map(({ 1: text = '', index }) => ({ page, line: markdown.slice(0, index).split('\n').length + 1, text }))
    .filter(({ text }) => !/^import /m.test(text) || text.includes("from 'akernel'"));
}

/** Mistakes by page and line. All examples are one program, as its libraries take most of the time. */
function mistakesIn(examples: readonly Example[]): readonly string[] {
  const files = new Map<string, string>([[join(ROOT, 'test', 'given.d.ts'), GIVEN]]);
  const pathOf = (number: number): string => join(ROOT, 'test', `example-${number}.ts`);
  for (const [number, { text }] of examples.entries()) {
    files.set(pathOf(number), `export {};${text}`);
  }
  const host = ts.createCompilerHost(OPTIONS);
  const { fileExists, readFile, getSourceFile } = host;
  host.getCurrentDirectory = () => ROOT;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => files.get(path) ?? readFile(path);
  host.getSourceFile = (path, how, ...more) => {
    const text = files.get(path);
    return text === undefined ? getSourceFile(path, how, ...more) : ts.createSourceFile(path, text, how);
  };
  const program = ts.createProgram([...files.keys()], OPTIONS, host);
  const found = program.getOptionsDiagnostics().map(({ messageText }) => wordsOf(messageText));
  for (const [number, { page, line }] of examples.entries()) {
    const file = program.getSourceFile(pathOf(number));
    const wrong = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    found.push(
      ...wrong.map(({ start = 0, messageText }) => {
        const at = line + (file?.getLineAndCharacterOfPosition(start).line ?? 0);
        return `${relative('.', page)}:${at}: ${wordsOf(messageText)}`;
      }),
    );
  }
  return found;
}

const wordsOf = (text: string | ts.DiagnosticMessageChain): string => ts.flattenDiagnosticMessageText(text, ' ');

/** Shows that mistakes are found. */
const WRONG: Example = {
  page: 'wrong.md',
  line: 7,
  text: "import { createKernel } from 'akernel';\n\nawait createKernel({ directry: 'x' });\n",
};

describe('the examples of the pages', () => {
  it('compile as TypeScript under --strict', () => {
    const examples = PAGES.flatMap(examplesIn);
    expect(examples.length).toBeGreaterThan(8);
    expect(mistakesIn([...examples, WRONG])).toEqual([expect.stringMatching(/^wrong\.md:9: .*directry/)]);
  });
});
