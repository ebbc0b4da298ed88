import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A text of the source that a person or a model may be shown; `{name}` stands for what is put in when it is said. */
export interface Message {
  readonly file: string;
  readonly kind: 'message' | 'hint' | 'notice';
  /** The error code it is given with, where that is written beside it. */
  readonly code: string | undefined;
  readonly text: string;
}

/** Members and parameters by which texts are handed on to where they are shown. */
const KINDS: Readonly<Record<string, Message['kind']>> = {
  message: 'message',
  problem: 'message',
  error: 'message',
  hint: 'hint',
  remedy: 'hint',
  warning: 'notice',
};

/** Methods that show their first argument. */
const SAYERS: ReadonlySet<string> = new Set(['warn', 'onWarning', 'onTrouble']);

/** Every text that is written where a message, a hint or a notice is made, in the order of the files. */
export function messagesOf(root: string): readonly Message[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const sources = files
    .sort()
    .map((name) => ts.createSourceFile(name, readFileSync(join(root, name), 'utf8'), ts.ScriptTarget.Latest, true));
  const exported = new Map(sources.flatMap((source) => [...helpersOf(source, isExported)]));
  return sources.flatMap((source) => messagesOfFile(source, new Map([...exported, ...helpersOf(source)])));
}

function messagesOfFile(source: ts.SourceFile, helpers: Helpers): readonly Message[] {
  const found: Message[] = [];
  const visit = (node: ts.Node): void => {
    for (const { kind, code, value } of saidAt(node, helpers)) {
      found.push(...textsOf(value).map((text) => ({ file: source.fileName, kind, code, text })));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

interface Said {
  readonly kind: Message['kind'];
  readonly code: string | undefined;
  readonly value: ts.Expression;
}

/** By the name of a function: the kinds of its parameters, by their places. */
type Helpers = ReadonlyMap<string, readonly (Message['kind'] | undefined)[]>;

function isExported(declaration: ts.FunctionDeclaration): boolean {
  return declaration.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}

function helpersOf(
  source: ts.SourceFile,
  counts: (declaration: ts.FunctionDeclaration) => boolean = () => true,
): Helpers {
  const helpers = new Map<string, readonly (Message['kind'] | undefined)[]>();
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionDeclaration(node) && node.name !== undefined && counts(node)) {
      helpers.set(
        node.name.text,
        node.parameters.map((parameter) => kindOf(parameter.name.getText())),
      );
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return helpers;
}

function kindOf(name: string): Message['kind'] | undefined {
  return Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
}

function saidAt(node: ts.Node, helpers: Helpers): readonly Said[] {
  if (ts.isNewExpression(node) && node.expression.getText() === 'KernelError') {
    const [code, value] = node.arguments ?? [];
    return value === undefined ? [] : [{ kind: 'message', code: codeOf(code), value }];
  }
  if (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) {
    const kind = kindOf(node.name.getText());
    const { initializer: value } = node;
    return kind === undefined || value === undefined ? [] : [{ kind, code: codeAround(node), value }];
  }
  return ts.isCallExpression(node) ? saidByCall(node, helpers) : [];
}

function saidByCall(call: ts.CallExpression, helpers: Helpers): readonly Said[] {
  const name = ts.isPropertyAccessExpression(call.expression) ? call.expression.name.text : call.expression.getText();
  const kinds = isSayer(call, name) ? (['notice'] as const) : (helpers.get(name) ?? []);
  return call.arguments.flatMap((value, index) => {
    const kind = kinds[index];
    return kind === undefined ? [] : [{ kind, code: undefined, value }];
  });
}

function isSayer(call: ts.CallExpression, name: string): boolean {
  return SAYERS.has(name) || /(?:^|\.)stderr\.write$/.test(call.expression.getText());
}

function codeOf(code: ts.Expression | undefined): string | undefined {
  return code !== undefined && ts.isStringLiteral(code) ? code.text : undefined;
}

/** A hint stands in the options of its error. */
function codeAround(node: ts.Node): string | undefined {
  for (let at = node.parent; at !== undefined && !ts.isFunctionLike(at); at = at.parent) {
    if (ts.isNewExpression(at) && at.expression.getText() === 'KernelError') {
      return codeOf(at.arguments?.[0]);
    }
  }
  return undefined;
}

/** The texts that an expression can be; none where nothing of it is written here. */
function textsOf(value: ts.Expression): readonly string[] {
  if (ts.isParenthesizedExpression(value) || ts.isAsExpression(value)) {
    return textsOf(value.expression);
  }
  if (ts.isConditionalExpression(value)) {
    return [...textsOf(value.whenTrue), ...textsOf(value.whenFalse)];
  }
  if (ts.isBinaryExpression(value) && value.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) {
    return [...textsOf(value.left), ...textsOf(value.right)];
  }
  if (ts.isArrowFunction(value) && !ts.isBlock(value.body)) {
    return textsOf(value.body);
  }
  if (ts.isStringLiteralLike(value)) {
    return value.text.includes(' ') ? [value.text] : [];
  }
  return ts.isTemplateExpression(value)
    ? [templateText(value)].filter((text) => / |\w{4}/.test(text.replace(/\{[^}]*\}/g, '')))
    : [];
}

const LONGEST_PLACE = 40;

function templateText({ head, templateSpans }: ts.TemplateExpression): string {
  const rest = templateSpans.map(({ expression, literal }) => `{${placeName(expression)}}${literal.text}`);
  return head.text + rest.join('');
}

function placeName(expression: ts.Expression): string {
  const text = expression.getText();
  return text.length <= LONGEST_PLACE && !/[\n{}]/.test(text) ? text : '…';
}
