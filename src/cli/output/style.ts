/** The few ways a text may stand out; each returns its text unchanged when colour is off. */
export interface Style {
  readonly strong: (text: string) => string;
  readonly faint: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly accent: (text: string) => string;
}

const same = (text: string): string => text;
/** Texts as they are. */
export const PLAIN: Style = { strong: same, faint: same, good: same, bad: same, accent: same };

/** Loads the colours only when they are wanted. */
export async function createStyle(color: boolean): Promise<Style> {
  if (!color) {
    return PLAIN;
  }
  const { Chalk } = await import('chalk');
  const chalk = new Chalk({ level: 1 });
  return { strong: chalk.bold, faint: chalk.dim, good: chalk.green, bad: chalk.red, accent: chalk.cyan };
}
