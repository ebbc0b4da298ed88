import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const FOLDER = 'src/firewall';

/** Two runs in one process would share it, and what it holds of a text would outlive the text. */
test('no module of the firewall has a variable of its own', () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(100);
  const found = files.map((file) => [file, variablesOf(readFileSync(join(FOLDER, file), 'utf8'))]);
  expect(found.filter(([, names]) => names?.length !== 0)).toEqual([]);
  expect(variablesOf('const a = 1;\nexport let b = 2;\nfunction c() { let d; }\nvar e;')).toEqual(['b', 'e']);
});

function variablesOf(text: string): readonly string[] {
  const { statements } = ts.createSourceFile('module.ts', text, ts.ScriptTarget.Latest);
  return statements
    .filter((each) => ts.isVariableStatement(each))
    .filter(({ declarationList }) => (declarationList.flags & ts.NodeFlags.Const) === 0)
    .flatMap(({ declarationList }) =>
      declarationList.declarations.map(({ name }) => (ts.isIdentifier(name) ? name.text : '')),
    );
}
