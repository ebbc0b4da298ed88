import type { InvokeResult, InvokeRun } from '../contract/kernel.js';
import type { Principal } from '../contract/principal.js';
import { terminalSafeLine } from '../tui/text/terminal-safe.js';
import type { CommandContext, OpenKernel } from './context.js';
import { closingLines } from './output/closing-lines.js';
import { createStyle } from './output/style.js';
import { whileItRuns } from './print-run.js';
import { withView } from './view.js';

/** What a view says of a run before its first frame. */
export interface RunAbout {
  readonly capabilityId: string;
  readonly principal: Principal;
  readonly sessionId?: string;
}

/** Shows a run live until it ends, and leaves its account behind. Throws only what is no end of a run. */
export async function showRun(
  run: InvokeRun,
  about: RunAbout,
  { context, open }: { readonly context: CommandContext; readonly open: OpenKernel },
): Promise<InvokeResult> {
  const result = await whileItRuns(run, context, () => (context.settings.screenReader ? follow() : watch()));
  await printAccount(result, context);
  return result;

  function watch(): Promise<InvokeResult> {
    return withView(context, async ({ terminal, tui }) => {
      const { kernel, principal } = open;
      const end = await tui.runLive({
        terminal,
        run,
        about: { capabilityId: about.capabilityId, principalId: about.principal.principal_id },
        openPager: (handleId, ports) => tui.createPagerScreen({ terminal, kernel, principal, handleId, ...ports }),
        signal: context.interrupt,
        onLeave: (handleId) => context.stderr.write(leavingLine(handleId)),
      });
      return end.result;
    });
  }

  async function follow(): Promise<InvokeResult> {
    const { runLinear } = await import('../tui/live-linear.js');
    return runLinear({
      run,
      about: { capabilityId: about.capabilityId, principalId: about.principal.principal_id },
      write: context.stdout.write,
    });
  }
}

function leavingLine(handleId: string | undefined): string {
  const where = handleId === undefined ? 'it stores nothing' : `its result goes on into ${handleId}`;
  return `the run goes on until it ends: ${where}; Ctrl-C cancels it\n`;
}

/** What stays when the view has gone: outcome, amounts, facts, redactions, budget, handle, the next command. */
async function printAccount({ final_frame: frame }: InvokeResult, context: CommandContext): Promise<void> {
  if (frame === undefined) {
    return;
  }
  const style = await createStyle(context.settings.color);
  const warnings = (frame.warnings ?? []).map((text) => `${style.accent('warning:')} ${terminalSafeLine(text)}\n`);
  const facts = (frame.facts ?? []).map((fact) => `${style.accent('•')} ${terminalSafeLine(fact)}\n`);
  await context.stdout.write([...facts, ...warnings, ...closingLines(frame, style, context.settings)].join(''));
}
