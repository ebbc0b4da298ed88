import type { CommandContext } from './context.js';
import { usage } from './flags/values.js';
import type { TuiModule } from './ports.js';
import type { OpenedTerminal } from './process-terminal.js';

/** A terminal to show a view on, and the views. */
export interface OpenView {
  readonly terminal: OpenedTerminal;
  readonly tui: TuiModule;
}

/**
 * Whether a command shows its view: asked for with `-o live`, or by itself on a terminal that can, when nobody asked
 * for something plainer. Throws when a view is asked for and cannot be shown.
 */
export function wantsView(context: CommandContext): boolean {
  const { settings, openTerminal, loadTui } = context;
  const canShow = openTerminal !== undefined && loadTui !== undefined;
  if (settings.output === 'live' && !canShow) {
    throw usage('there is no terminal to show a live view on', 'leave out -o live, or use -o text');
  }
  return settings.output === 'live' || (settings.output === 'auto' && canShow && !settings.plain && !settings.quiet);
}

/** Opens the terminal, shows a view, and gives the terminal back whatever happens. */
export async function withView<Result>(
  context: CommandContext,
  show: (view: OpenView) => Promise<Result>,
): Promise<Result> {
  const { settings, openTerminal, loadTui, runs } = context;
  const { color, ascii, input } = settings;
  const terminal = openTerminal?.({ color, ascii, keys: input });
  if (terminal === undefined || loadTui === undefined) {
    throw usage('there is no terminal to show a view on', 'run it in a terminal');
  }
  // An interrupt closes the view before the command ends.
  runs.active += 1;
  try {
    return await show({ terminal, tui: await loadTui() });
  } finally {
    runs.active -= 1;
    terminal.close();
  }
}
